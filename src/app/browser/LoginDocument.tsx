import { LoginPage } from '#features/session/web/LoginPage.tsx';
import { DocumentTitle } from './frame/DocumentTitle.tsx';
import { texts } from './frame/frame.texts.ts';
import { OfflineHint } from './frame/OfflineHint.tsx';
import { OutsideBar } from './frame/OutsideBar.tsx';
import { SkipLink } from './frame/SkipLink.tsx';

/** The login screen and what surrounds it. */
export function LoginDocument() {
  return (
    <>
      <DocumentTitle title={texts.login} />
      <SkipLink />
      <OutsideBar />
      <OfflineHint />
      <main id="content" tabIndex={-1}>
        <LoginPage />
      </main>
    </>
  );
}
