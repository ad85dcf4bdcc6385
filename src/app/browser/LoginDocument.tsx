import { offersPasskeys } from '#features/passwords/web/passkeys-offered.ts';
import { landingScreen } from '#features/session/session.rules.ts';
import { LoginPage } from '#features/session/web/LoginPage.tsx';
import { roles } from '#shared/access.ts';
import { fetchEarly } from '#web/fetch-early.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { DocumentTitle } from './frame/DocumentTitle.tsx';
import { texts } from './frame/frame.texts.ts';
import { OfflineHint } from './frame/OfflineHint.tsx';
import { OutsideBar } from './frame/OutsideBar.tsx';
import { SkipLink } from './frame/SkipLink.tsx';
import type { Screen } from './screens.tsx';

/** Fetches the code of the landing screens while the user types the password. */
const fetchLandingScreens = () =>
  fetchEarly(
    () => import('./App.tsx'),
    () => import('./screens.tsx').then(({ screens }) => Promise.all(landingScreens(screens).map(({ load }) => load()))),
  );

const landingScreens = (screens: readonly Screen[]) => {
  const landings: unknown[] = Object.values(roles).map(landingScreen);
  return screens.filter(({ path }) => landings.includes(path));
};

const slots = {
  ForgotPasswordDialog: lazyPart(() =>
    import('#features/passwords/web/ForgotPasswordDialog.tsx').then((file) => file.ForgotPasswordDialog),
  ),
  ProviderSignIn: lazyPart(() =>
    import('#features/single-sign-on/web/ProviderSignIn.tsx').then((file) => file.ProviderSignIn),
  ),
  PasskeySignIn: offersPasskeys
    ? lazyPart(() => import('#features/passwords/web/PasskeySignIn.tsx').then((file) => file.PasskeySignIn))
    : undefined,
  NewPasswordDialog: lazyPart(() =>
    import('#features/passwords/web/NewPasswordDialog.tsx').then((file) => file.NewPasswordDialog),
  ),
};

/** The login screen with the bar around it. */
export function LoginDocument() {
  return (
    <>
      <DocumentTitle title={texts.login} />
      <SkipLink />
      <OutsideBar />
      <OfflineHint />
      <main id="content" tabIndex={-1} onInput={fetchLandingScreens}>
        <LoginPage slots={slots} />
      </main>
    </>
  );
}
