import type { CurrentUser } from '#features/session/session.contract.ts';
import { Initial } from '#web/widgets/Initial.tsx';
import { texts } from './frame.texts.ts';
import styles from './NavBar.module.css';

/** The signed-in user: initial, name and e-mail. */
export function UserBadge({ user, className }: { user: CurrentUser; className: string | undefined }) {
  return (
    <div className={className} role="group" aria-label={texts.signedInAs}>
      <Initial name={user.name} />
      <div className={styles.person}>
        <span className={styles.personName}>{user.name}</span>
        <span className={styles.personEmail}>{user.email}</span>
      </div>
    </div>
  );
}
