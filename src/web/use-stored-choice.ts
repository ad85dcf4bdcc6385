import { useState } from 'react';
import { cookieOf } from './cookie.ts';

const maxAgeSeconds = 365 * 24 * 60 * 60;

/** The browser sends the cookie with requests to addresses below `path`. */
type Cookie = { name: string; path: string };

/**
 * A choice that this browser keeps for one person. Without cookies, or with an invalid stored value, it is `initial`.
 * It is a cookie, because signing out clears the storage of the browser. `path` is the screen to which the browser sends
 * it, so that calls do not carry it.
 */
export function useStoredChoice<Value>(
  cookie: Cookie,
  read: (stored: unknown) => Value | undefined,
  initial: Value,
): [value: Value, store: (value: Value) => void] {
  const [value, setValue] = useState(() => read(readStoredChoice(cookie.name)) ?? initial);
  return [
    value,
    (value) => {
      setValue(value);
      writeStoredChoice(cookie, value);
    },
  ];
}

export function writeStoredChoice({ name, path }: Cookie, value: unknown): void {
  const text = encodeURIComponent(JSON.stringify(value));
  document.cookie = `${name}=${text}; path=${path}; max-age=${maxAgeSeconds}; samesite=strict`;
}

/** Returns undefined without the cookie or with an invalid one. */
export function readStoredChoice(name: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(cookieOf(name) ?? 'null')) as unknown;
  } catch {
    return undefined;
  }
}
