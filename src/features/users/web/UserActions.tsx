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
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { mayActOn } from '#shared/access.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { rowAction } from '#web/widgets/row-action.ts';
import { useUsersPage } from './users-page.context.ts';
import type { UserAction, UsersPageValue } from './users-page.context.ts';

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
            {more.map(({ action, label, icon: Icon }) => (
              <Menu.Item
                key={action}
                leftSection={<Icon size={17} stroke={1.7} aria-hidden="true" />}
                onClick={() => act(action, user)}
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}

type Entry = { action: UserAction; label: string; icon: Icon };

function menuOf(self: UsersPageValue['self'], user: User): Entry[] {
  const isSuspended = user.suspended_at !== null;
  const mayEnd = mayShutOut(self, user);
  const all: [isOffered: boolean, UserAction, label: string, Icon][] = [
    [true, 'visible', ownTexts.visible, IconEye],
    [mayChangeRole(self, user), 'role', ownTexts.changeRole, IconShield],
    [mayChangeTeam(self), 'team', ownTexts.changeTeam, IconBuildingCommunity],
    [mayEnd && user.two_factor_at !== null, 'twoFactor', ownTexts.turnOffTwoFactor, IconShieldOff],
    [mayEnd && !isSuspended, 'signOut', ownTexts.signOut, IconLogout],
    [mayEnd && !isSuspended, 'suspend', ownTexts.suspend, IconUserPause],
    [mayEnd && isSuspended, 'reactivate', ownTexts.reactivate, IconUserCheck],
  ];
  return all.filter(([isOffered]) => isOffered).map(([, action, label, icon]) => ({ action, label, icon }));
}
