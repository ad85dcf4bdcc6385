import type { BrowserContextOptions, Cookie } from 'playwright-core';
import { signedIn } from './make.ts';
import type { TestApp } from './test-app.ts';

/** Returns the options of a browser profile that is already signed in. */
export async function profileOf(test: TestApp, email: string): Promise<BrowserContextOptions> {
  return { storageState: { cookies: await cookiesOf(test, email), origins: [] } };
}

/** Signs a user in. Returns the cookies of the session. */
export async function cookiesOf(test: TestApp, email: string): Promise<Cookie[]> {
  const { cookies } = await signedIn(test, email);
  return [...cookies].map(([name, value]) => ({
    name,
    value: encodeURIComponent(value),
    domain: '127.0.0.1',
    path: '/',
    expires: -1,
    httpOnly: name === 'stowage_session',
    secure: false,
    sameSite: 'Lax',
  }));
}
