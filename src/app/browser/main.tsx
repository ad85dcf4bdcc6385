import '#web/styles/mantine.css';
import '#web/styles/fonts.css';
import '#web/styles/tokens.css';
import '#web/styles/base.css';
import { StrictMode, startTransition } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import { currentUserQuery } from '#features/session/web/session.data.ts';
import { fetchEarly } from '#web/fetch-early.ts';
import { createQueryClient } from '#web/query-client.ts';
import { loadOrReload, reloadOnceAfterUpdate } from './after-update.ts';
import { LoginDocument } from './LoginDocument.tsx';
import { Providers } from './Providers.tsx';

/**
 * Two documents share this entry. The login screen needs no router and no frame, and stays small without them. Sign-in
 * and sign-out reload the page (docs/specification.md#sign-in, docs/specification.md#sign-out), so the two never run in
 * the same page.
 */
reloadOnceAfterUpdate();

const client = createQueryClient();
const container = document.querySelector('#root');
if (!container) throw new Error('The page has no #root.');
const root = createRoot(container);

if (window.location.pathname === '/') {
  show(<LoginDocument />);
} else {
  // Starts the first queries while the code of the screen is still loading.
  void client.prefetchQuery(currentUserQuery);
  void client.prefetchQuery(permissionsQuery);
  void loadOrReload(() => import('./App.tsx')).then(({ App }) => show(<App />));
  whenIdle(() =>
    fetchEarly(() => import('./report-page-performance.ts').then((report) => report.reportPagePerformance())),
  );
  whenIdle(registerServiceWorker);
}

/** Runs `work` when the loaded page is idle, at most five seconds after loading; without requestIdleCallback, shortly after it. */
function whenIdle(work: () => void): void {
  window.addEventListener('load', () => {
    if (window.requestIdleCallback) window.requestIdleCallback(work, { timeout: 5000 });
    else setTimeout(work);
  });
}

/** Without it, the product only lacks the page without a connection and shared files. Browsers have none over plain HTTP. */
function registerServiceWorker(): void {
  navigator.serviceWorker?.register('/service-worker.js').catch(() => {});
}

/** Renders in a transition, because on a slow machine one long render blocks input for a quarter of a second. */
function show(document: ReactNode): void {
  startTransition(() =>
    root.render(
      <StrictMode>
        <Providers client={client}>{document}</Providers>
      </StrictMode>,
    ),
  );
}
