import { landingScreen } from '#features/session/session.rules.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { texts } from '../two-factor.texts.ts';
import { TwoFactorPanel } from './TwoFactorPanel.tsx';
import { TwoFactorSetup } from './TwoFactorSetup.tsx';
import styles from './PasswordPage.module.css';

/** Where whoever must have two-factor sign-in is led, and stays until they have it. */
export function TwoFactorPage() {
  const { role_id, must_set_up_two_factor: must } = useCurrentUser();
  // Loaded anew, with all that was refused until now.
  const leave = () => window.location.replace(landingScreen(role_id) ?? '/');
  return (
    <div className={styles.page}>
      <PageHeader
        title={must ? texts.requiredTitle : texts.title}
        subtitle={must ? texts.requiredHint : texts.explained}
      />
      <section className={styles.card}>{must ? <TwoFactorSetup onDone={leave} /> : <TwoFactorPanel />}</section>
    </div>
  );
}
