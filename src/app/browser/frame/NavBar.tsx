import { IconChevronDown, IconMenu2, IconLineHeight } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { NavLink, useLocation } from 'react-router';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { isRoleId, mayListInMenu } from '#shared/access.ts';
import type { PermissionTable } from '#shared/access.ts';
import { useDensityOf, chooseDensity, useDensity } from '#web/density.ts';
import { fetchEarly } from '#web/fetch-early.ts';
import { PartBoundary } from '#web/widgets/PartBoundary.tsx';
import { useLiveEvents } from '../follow-events.ts';
import { screens } from '../screens.tsx';
import type { MenuScreen, Screen } from '../screens.tsx';
import { Bell } from './Bell.tsx';
import { Disclosure } from './Disclosure.tsx';
import { texts } from './frame.texts.ts';
import { LogoutButton } from './LogoutButton.tsx';
import { QuickSearch } from './QuickSearch.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
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
      <nav aria-label={texts.mainMenu} className={styles.nav}>
        <PartBoundary small>
          <BarMenu user={user} />
        </PartBoundary>
      </nav>
      <div className={styles.account}>
        <PartBoundary small>
          <QuickSearch />
        </PartBoundary>
        <DensitySwitch userId={user.id} className={`${bar.iconButton} mantine-visible-from-sm`} />
        <SchemeSwitch />
        <PartBoundary small>
          <Bell />
        </PartBoundary>
        <PartBoundary small>
          <UserBadge user={user} className="mantine-visible-from-sm" />
        </PartBoundary>
        {/* On a phone it is in the menu, where a slip of the thumb does not sign out. */}
        <LogoutButton className={`${bar.entry} mantine-visible-from-xs`} />
        <Disclosure
          className="mantine-hidden-from-lg"
          buttonClassName={bar.iconButton}
          panelClassName={styles.mobilePanel}
          name={texts.openMenu}
          button={<IconMenu2 size={21} stroke={1.75} aria-hidden="true" />}
        >
          <PartBoundary small>
            <UserBadge user={user} className="mantine-hidden-from-sm" />
          </PartBoundary>
          <nav aria-label={texts.mainMenu}>
            <PartBoundary small>
              <WholeMenu user={user} />
            </PartBoundary>
          </nav>
          <DensitySwitch userId={user.id} className={`${styles.listEntry} mantine-hidden-from-sm`} labelled />
          <LogoutButton className={`${styles.listEntry} mantine-hidden-from-xs`} />
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
      <ul className={styles.list}>
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

/** Number of entries in the bar itself; the others are under 'More'. See docs/specification.md#top-bar-and-menu. */
const inlineEntries = 5;

/** The entries that this role may see, in the menu's order. */
function permittedScreens(table: PermissionTable, roleId: number): MenuScreen[] {
  if (!isRoleId(roleId)) return [];
  return screens.filter(isInMenu).filter((screen) => mayListInMenu(table, roleId, screen.menu.module));
}

const isInMenu = (screen: Screen): screen is MenuScreen => screen.menu !== undefined;

type Props = { userId: number; className: string | undefined; labelled?: boolean };

/** Switches between comfortable and compact rows of all lists. */
function DensitySwitch({ userId, className, labelled = false }: Props) {
  const density = useDensity();
  const other = density === 'compact' ? 'comfortable' : 'compact';
  const name = texts.densityIs(texts.density[density], texts.density[other]);
  return (
    <button
      type="button"
      className={className}
      aria-label={name}
      title={name}
      onClick={() => chooseDensity(userId, other)}
    >
      <IconLineHeight size={19} stroke={1.75} aria-hidden="true" />
      {labelled && texts.rows(texts.density[density])}
    </button>
  );
}
