import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

/** public/color-scheme.js reads the same cookie, before anything is painted. */
const cookieName = 'color-scheme';
const rememberedForSeconds = 365 * 24 * 60 * 60;

const schemes: readonly string[] = ['light', 'dark', 'auto'] satisfies MantineColorScheme[];
const isScheme = (value: string | undefined): value is MantineColorScheme =>
  value !== undefined && schemes.includes(value);

function chosen(): MantineColorScheme | undefined {
  const value = document.cookie.match(/(?:^|; )color-scheme=(\w+)/)?.[1];
  return isScheme(value) ? value : undefined;
}

/**
 * Keeps the chosen scheme in a cookie: it belongs to the device, and signing out clears local and session storage
 * (spec section 4, Logout).
 */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (otherwise) => chosen() ?? otherwise,
  set: (scheme) => {
    document.cookie = `${cookieName}=${scheme}; Path=/; Max-Age=${rememberedForSeconds}; SameSite=Lax`;
  },
  clear: () => {
    document.cookie = `${cookieName}=; Path=/; Max-Age=0; SameSite=Lax`;
  },
  subscribe: () => undefined,
  unsubscribe: () => undefined,
};
