import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { cookieOf } from './cookie.ts';

/** public/color-scheme.js reads the same cookie before the first paint. */
const cookieName = 'color-scheme';
const cookieMaxAgeSeconds = 365 * 24 * 60 * 60;

const schemes: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

/**
 * Keeps the chosen scheme in a cookie, because it belongs to the device, and sign-out clears local and session storage
 * (docs/specification.md#sign-out).
 */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => schemes.find((scheme) => scheme === cookieOf(cookieName)) ?? fallback,
  set: (scheme) => {
    document.cookie = `${cookieName}=${scheme}; Path=/; Max-Age=${cookieMaxAgeSeconds}; SameSite=Lax`;
  },
  clear: () => {
    document.cookie = `${cookieName}=; Path=/; Max-Age=0; SameSite=Lax`;
  },
  subscribe: () => undefined,
  unsubscribe: () => undefined,
};
