import '#web/styles/mantine.css';
import '#web/styles/fonts.css';
import '#web/styles/tokens.css';
import '#web/styles/base.css';
import { StrictMode, startTransition } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import { currentUserQuery } from '#features/session/web/session.data.ts';
import { createQueryClient } from '#web/query-client.ts';
import { reloadOnceAfterUpdate } from './after-update.ts';
import { LoginDocument } from './LoginDocument.tsx';
import { Providers } from './Providers.tsx';

/**
 * Two documents share this entry: the login screen, which needs neither router nor frame and stays small without them,
 * and everything else. Signing in and out loads the page anew (spec sections 2 and 4), so they never meet.
 */
reloadOnceAfterUpdate();

const client = createQueryClient();
const container = document.querySelector('#root');
if (!container) throw new Error('The page has no #root.');
const root = createRoot(container);

if (window.location.pathname === '/') {
  show(<LoginDocument />);
} else {
  // What the first screen will ask for, asked for while its code is still on its way.
  void client.prefetchQuery(currentUserQuery);
  void client.prefetchQuery(permissionsQuery);
  void import('./App.tsx').then(({ App }) => show(<App />));
  whenIdle(() => void import('./report-page-performance.ts').then((report) => report.reportPagePerformance()));
}

/** Once the page is loaded and has nothing better to do; browsers without the question wait a moment. */
function whenIdle(work: () => void): void {
  window.addEventListener('load', () => (window.requestIdleCallback ?? setTimeout)(work));
}

/** In small steps: a slow machine would stand still for a quarter of a second, and meanwhile hear no key. */
function show(document: ReactNode): void {
  startTransition(() =>
    root.render(
      <StrictMode>
        <Providers client={client}>{document}</Providers>
      </StrictMode>,
    ),
  );
}
