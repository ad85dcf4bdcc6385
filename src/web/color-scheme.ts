import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

/** public/color-scheme.js reads the same cookie before the first paint. */
const cookieName = 'color-scheme';
const cookieMaxAgeSeconds = 365 * 24 * 60 * 60;

const schemes: readonly string[] = ['light', 'dark', 'auto'] satisfies MantineColorScheme[];
const isScheme = (value: string | undefined): value is MantineColorScheme =>
  value !== undefined && schemes.includes(value);

function readCookie(): MantineColorScheme | undefined {
  const value = document.cookie.match(/(?:^|; )color-scheme=(\w+)/)?.[1];
  return isScheme(value) ? value : undefined;
}

/**
 * Keeps the chosen scheme in a cookie, because it belongs to the device, and sign-out clears local and session storage
 * (docs/specification.md#sign-out).
 */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => readCookie() ?? fallback,
  set: (scheme) => {
    document.cookie = `${cookieName}=${scheme}; Path=/; Max-Age=${cookieMaxAgeSeconds}; SameSite=Lax`;
  },
  clear: () => {
    document.cookie = `${cookieName}=; Path=/; Max-Age=0; SameSite=Lax`;
  },
  subscribe: () => undefined,
  unsubscribe: () => undefined,
};
