import type { BrowserContextOptions } from 'playwright-core';
import { signedIn } from './make.ts';
import type { TestApp } from './test-app.ts';

/** Returns the options of a browser profile that is already signed in. */
export async function profileOf(test: TestApp, email: string): Promise<BrowserContextOptions> {
  const { cookies } = await signedIn(test, email);
  return {
    storageState: {
      cookies: [...cookies].map(([name, value]) => ({
        name,
        value: encodeURIComponent(value),
        domain: '127.0.0.1',
        path: '/',
        expires: -1,
        httpOnly: name === 'stowage_session',
        secure: false,
        sameSite: 'Lax' as const,
      })),
      origins: [],
    },
  };
}
