import { useState } from 'react';

/**
 * A choice that this browser keeps for one person. Without storage, or with an invalid stored value, it is `initial`.
 * Signing out clears it with the rest of the storage.
 */
export function useStoredChoice<Value>(
  name: string,
  read: (stored: unknown) => Value | undefined,
  initial: Value,
): [value: Value, store: (value: Value) => void] {
  const [value, setValue] = useState(() => read(stored(name)) ?? initial);
  return [
    value,
    (value) => {
      setValue(value);
      try {
        localStorage.setItem(name, JSON.stringify(value));
      } catch {
        // The storage is full or switched off. The choice holds until the page closes.
      }
    },
  ];
}

function stored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as unknown;
  } catch {
    return undefined;
  }
}
