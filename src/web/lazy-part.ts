import { lazy } from 'react';
import type { ComponentType } from 'react';
import { serverAnswers } from './server-answers.ts';
import { waitOrWake } from './wait-or-wake.ts';

const retryAfterMs = 3000;

/**
 * A part of a page whose code is loaded when it is first rendered. Without a connection it stays in its loading state until
 * the server can be reached. If the server answers and its code is missing, it throws: see PartBoundary.tsx.
 */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadPatiently(load) }));

async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await serverAnswers()) throw error;
      await waitOrWake(retryAfterMs);
      await loadStyles().catch(() => undefined);
    }
  }
}

/** Loads the style sheets that failed to load. An import asks for each of its style sheets once only. */
async function loadStyles(): Promise<void> {
  const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => !sheet);
  await Promise.all(
    missing.map(
      (link) =>
        new Promise((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.addEventListener('load', resolve);
          again.addEventListener('error', reject);
          link.replaceWith(again);
        }),
    ),
  );
}
