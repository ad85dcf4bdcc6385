import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { landingScreen } from '#features/session/session.rules.ts';
import { currentUserQuery } from '#features/session/web/session.data.ts';
import { PartBoundary } from '#web/widgets/PartBoundary.tsx';
import { BareBar } from './BareBar.tsx';
import { Brand } from './Brand.tsx';
import { NavBar } from './NavBar.tsx';
import { OutsideBar } from './OutsideBar.tsx';
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
