import { IconLogout } from '@tabler/icons-react';
import { useLogout } from '#features/session/web/use-logout.ts';
import { texts } from './frame.texts.ts';
import styles from './NavBar.module.css';

export function LogoutButton({ className = styles.logout }: { className?: string | undefined }) {
  const logout = useLogout();
  return (
    <button type="button" className={className} disabled={logout.busy} onClick={() => void logout.run()}>
      <IconLogout size={18} stroke={1.75} aria-hidden="true" />
      <span className={styles.logoutText}>{texts.logout}</span>
    </button>
  );
}
