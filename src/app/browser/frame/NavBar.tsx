import { IconChevronDown, IconMenu2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { NavLink, useLocation } from 'react-router';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { useDensityOf } from '#web/density.ts';
import { fetchEarly } from '#web/fetch-early.ts';
import { PartBoundary } from '#web/widgets/PartBoundary.tsx';
import { useLiveEvents } from '../follow-events.ts';
import type { MenuScreen } from '../screens.tsx';
import { Bell } from './Bell.tsx';
import { DensitySwitch } from './DensitySwitch.tsx';
import { Disclosure } from './Disclosure.tsx';
import { texts } from './frame.texts.ts';
import { LogoutButton } from './LogoutButton.tsx';
import { inlineEntries, permittedScreens } from './menu-entries.ts';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import { SwitcherKeys } from './SwitcherKeys.tsx';
import { UserBadge } from './UserBadge.tsx';
import styles from './NavBar.module.css';
import bar from './TopBar.module.css';

/**
 * The menu and the account of the signed-in user. A part that fails leaves the others. See
 * docs/specification.md#top-bar-and-menu.
 */
export function NavBar({ user }: { user: CurrentUser }) {
  useLiveEvents();
  useDensityOf(user.id);
  return (
    <>
      <PartBoundary small>
        <SwitcherKeys />
      </PartBoundary>
      <nav aria-label={texts.mainMenu} className={styles.nav}>
        <PartBoundary small>
          <BarMenu user={user} />
        </PartBoundary>
      </nav>
      <div className={styles.account}>
        <DensitySwitch userId={user.id} className={`${bar.iconButton} ${styles.densityInBar}`} />
        <SchemeSwitch />
        <PartBoundary small>
          <Bell />
        </PartBoundary>
        <PartBoundary small>
          <UserBadge user={user} className={styles.badge} />
        </PartBoundary>
        <LogoutButton className={`${styles.logout} ${styles.logoutInBar}`} />
        <Disclosure
          className={styles.mobile}
          buttonClassName={bar.iconButton}
          panelClassName={styles.mobilePanel}
          name={texts.openMenu}
          button={<IconMenu2 size={21} stroke={1.75} aria-hidden="true" />}
        >
          <PartBoundary small>
            <UserBadge user={user} className={styles.mobileBadge} />
          </PartBoundary>
          <nav aria-label={texts.mainMenu}>
            <PartBoundary small>
              <WholeMenu user={user} />
            </PartBoundary>
          </nav>
          <DensitySwitch userId={user.id} className={`${styles.listEntry} ${styles.densityInMenu}`} labelled />
          <LogoutButton className={`${styles.listEntry} ${styles.logoutInMenu}`} />
        </Disclosure>
      </div>
    </>
  );
}

function usePermittedScreens({ role_id }: CurrentUser): MenuScreen[] {
  const { data: table } = useQuery(permissionsQuery);
  return table ? permittedScreens(table, role_id) : [];
}

/** The first entries, and the others under 'More'. */
function BarMenu({ user }: { user: CurrentUser }) {
  const permitted = usePermittedScreens(user);
  const { pathname } = useLocation();
  const more = permitted.slice(inlineEntries);
  return (
    <>
      <ul className={styles.inline}>
        {permitted.slice(0, inlineEntries).map((screen) => (
          <li key={screen.path}>
            <Entry screen={screen} className={bar.entry} />
          </li>
        ))}
      </ul>
      {more.length > 0 && (
        <Disclosure
          className={styles.more}
          buttonClassName={bar.entry}
          panelClassName={styles.morePanel}
          isActive={more.some((screen) => screen.path === pathname)}
          button={
            <>
              {texts.more}
              <IconChevronDown size={15} stroke={2} aria-hidden="true" />
            </>
          }
        >
          <EntryList screens={more} />
        </Disclosure>
      )}
    </>
  );
}

const WholeMenu = ({ user }: { user: CurrentUser }) => <EntryList screens={usePermittedScreens(user)} />;

function EntryList({ screens }: { screens: MenuScreen[] }) {
  return (
    <ul className={styles.list}>
      {screens.map((screen) => (
        <li key={screen.path}>
          <Entry screen={screen} className={styles.listEntry} />
        </li>
      ))}
    </ul>
  );
}

/** Marked as current also on the pages below its path, such as `/container-status/import`. */
function Entry({ screen, className }: { screen: MenuScreen; className: string | undefined }) {
  const client = useQueryClient();
  const early = () => fetchEarly(screen.load, async () => screen.prefetch?.(client));
  return (
    <NavLink to={screen.path} className={className ?? ''} onPointerEnter={early} onFocus={early}>
      {screen.menu.label}
    </NavLink>
  );
}
