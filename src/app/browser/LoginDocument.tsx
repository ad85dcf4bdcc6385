import { landingScreen } from '#features/session/session.rules.ts';
import { LoginPage } from '#features/session/web/LoginPage.tsx';
import { roles } from '#shared/access.ts';
import { fetchEarly } from '#web/fetch-early.ts';
import { DocumentTitle } from './frame/DocumentTitle.tsx';
import { texts } from './frame/frame.texts.ts';
import { OfflineHint } from './frame/OfflineHint.tsx';
import { OutsideBar } from './frame/OutsideBar.tsx';
import { SkipLink } from './frame/SkipLink.tsx';
import type { Screen } from './screens.tsx';

/** The code of what comes after signing in. While it is fetched, the password is being typed. */
const fetchNext = () =>
  fetchEarly(
    () => import('./App.tsx'),
    () => import('./screens.tsx').then(({ screens }) => Promise.all(landingScreens(screens).map(({ load }) => load()))),
  );

const landingScreens = (screens: readonly Screen[]) => {
  const landings: unknown[] = Object.values(roles).map(landingScreen);
  return screens.filter(({ path }) => landings.includes(path));
};

/** The login screen and what surrounds it. */
export function LoginDocument() {
  return (
    <>
      <DocumentTitle title={texts.login} />
      <SkipLink />
      <OutsideBar />
      <OfflineHint />
      <main id="content" tabIndex={-1} onInput={fetchNext}>
        <LoginPage />
      </main>
    </>
  );
}
