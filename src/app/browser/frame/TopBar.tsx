import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { landingScreen } from '#features/session/session.rules.ts';
import { currentUserQuery } from '#features/session/web/session.data.ts';
import { PartBoundary } from '#web/widgets/PartBoundary.tsx';
import { LogoutButton } from './LogoutButton.tsx';
import { NavBar } from './NavBar.tsx';
import { Brand, OutsideBar } from './OutsideBar.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import { UserBadge } from './UserBadge.tsx';
import styles from './TopBar.module.css';

/** The bar at the top of every page. See docs/specification.md#top-bar-and-menu. */
export function TopBar() {
  const { data: user, isPending } = useQuery(currentUserQuery);
  if (!user) return <OutsideBar isKnown={!isPending} />;
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <Link to={landingScreen(user.role_id) ?? '/'} className={styles.brand}>
          <Brand />
        </Link>
        <PartBoundary small>
          {user.must_set_up_two_factor ? <BareBar user={user} /> : <NavBar user={user} />}
        </PartBoundary>
      </div>
    </header>
  );
}

/** The bar for a user who must set up two-factor sign-in first. The server refuses menu and notifications until then. */
function BareBar({ user }: { user: CurrentUser }) {
  return (
    <Group gap="xxs" ms="auto" wrap="nowrap" miw={0}>
      <SchemeSwitch />
      <UserBadge user={user} className="mantine-visible-from-sm" />
      <LogoutButton className={styles.entry ?? ''} />
    </Group>
  );
}
