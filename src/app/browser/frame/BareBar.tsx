import { Group } from '@mantine/core';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { LogoutButton } from './LogoutButton.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import { UserBadge } from './UserBadge.tsx';
import styles from './TopBar.module.css';

/** The bar for a user who must set up two-factor sign-in first. The server refuses menu and notifications until then. */
export function BareBar({ user }: { user: CurrentUser }) {
  return (
    <Group gap="xxs" ms="auto" wrap="nowrap" miw={0}>
      <SchemeSwitch />
      <UserBadge user={user} className="mantine-visible-from-sm" />
      <LogoutButton className={styles.entry ?? ''} />
    </Group>
  );
}
