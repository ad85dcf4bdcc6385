import { Group, Menu } from '@mantine/core';
import {
  IconBuildingCommunity,
  IconDots,
  IconEye,
  IconLogout,
  IconPencil,
  IconShield,
  IconShieldOff,
  IconTrash,
  IconUserCheck,
  IconUserPause,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import type { User } from '#features/users/users.contract.ts';
import { mayChangeRole, mayChangeTeam, mayShutOut } from '#features/users/users.rules.ts';
import { ownTexts, texts, userActions } from '#features/users/users.texts.ts';
import { mayActOn } from '#shared/access.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { rowAction } from '#web/widgets/row-action.ts';
import { useUsersPage } from './users-page.context.ts';
import type { MenuAction, UsersPageValue } from './users-page.context.ts';

/** The actions for one user. Their labels repeat in every row, so `nameId` adds the user's name for screen readers. */
export function UserActions({ user, nameId }: { user: User; nameId: string }) {
  const { self, mayRegister, menuHost, act } = useUsersPage();
  const named = (name: string) => rowAction(name, nameId);
  const more = menuOf(self, user);

  return (
    <Group gap={0} wrap="nowrap">
      {mayRegister && mayActOn(self, user) && (
        <Link {...named(texts.edit)} to={`/register?edit=${user.id}`}>
          <IconPencil size={18} stroke={1.7} aria-hidden="true" />
        </Link>
      )}
      {mayShutOut(self, user) && (
        <button {...named(texts.delete)} type="button" data-danger="true" onClick={() => act('delete', user)}>
          <IconTrash size={18} stroke={1.7} aria-hidden="true" />
        </button>
      )}
      {more.length > 0 && (
        // Mantine's focus placeholder is an invalid child of a menu.
        <Menu
          position="bottom-end"
          width={220}
          shadow="md"
          withInitialFocusPlaceholder={false}
          {...(menuHost && { portalProps: { target: menuHost } })}
        >
          <Menu.Target>
            <button {...named(ownTexts.moreActions)} type="button">
              <IconDots size={18} stroke={1.7} aria-hidden="true" />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map(([, action, Icon]) => (
              <Menu.Item
                key={action}
                leftSection={<Icon size={17} stroke={1.7} aria-hidden="true" />}
                onClick={() => act(action, user)}
              >
                {labelOf(action)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}

/** The actions of the menu that the caller may take on a user. */
function menuOf(self: UsersPageValue['self'], user: User) {
  const isSuspended = user.suspended_at !== null;
  const mayEnd = mayShutOut(self, user);
  const all: [isOffered: boolean, MenuAction, Icon][] = [
    [true, 'visible', IconEye],
    [mayChangeRole(self, user), 'role', IconShield],
    [mayChangeTeam(self), 'team', IconBuildingCommunity],
    [mayEnd && user.two_factor_at !== null, 'twoFactor', IconShieldOff],
    [mayEnd && !isSuspended, 'signOut', IconLogout],
    [mayEnd && !isSuspended, 'suspend', IconUserPause],
    [mayEnd && isSuspended, 'reactivate', IconUserCheck],
  ];
  return all.filter(([isOffered]) => isOffered);
}

const labelOf = (action: MenuAction) => (action === 'visible' ? ownTexts.visible : userActions[action].label);
