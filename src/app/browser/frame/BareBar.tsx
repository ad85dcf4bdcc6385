import type { CurrentUser } from '#features/session/session.contract.ts';
import { LogoutButton } from './LogoutButton.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import { UserBadge } from './UserBadge.tsx';
import styles from './NavBar.module.css';

/** The bar for a user who must set up two-factor sign-in first. The server refuses menu and notifications until then. */
export function BareBar({ user }: { user: CurrentUser }) {
  return (
    <div className={styles.account}>
      <SchemeSwitch />
      <UserBadge user={user} className={styles.badge} />
      <LogoutButton />
    </div>
  );
}
