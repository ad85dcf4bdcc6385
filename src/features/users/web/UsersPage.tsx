import { Group, Stack } from '@mantine/core';
import { IconFileImport, IconHistory, IconUserPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { auditTitle } from '#features/audit/audit-title.texts.ts';
import { useCurrentUser, useMayView } from '#features/session/web/session.data.ts';
import { usersExportContract } from '#features/users/users-export.contract.ts';
import { countedRoles } from '#features/users/users.rules.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { roles } from '#shared/access.ts';
import { addressView, filterField, oneOf, searchField } from '#shared/address-view.ts';
import { productModules } from '#shared/product-modules.ts';
import { useView } from '#web/use-view.ts';
import { DownloadMenu } from '#web/widgets/DownloadMenu.tsx';
import { FilterChips } from '#web/widgets/FilterChips.tsx';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { SearchBox } from '#web/widgets/SearchBox.tsx';
import { Toolbar } from '#web/widgets/Toolbar.tsx';
import { useUserActions } from './use-user-actions.tsx';
import { UsersPageContext } from './users-page.context.ts';
import type { UsersSlots } from './users-page.context.ts';
import { UsersResults } from './UsersResults.tsx';
import { UsersStats } from './UsersStats.tsx';
import styles from './UsersTable.module.css';

const usersView = addressView({
  search: searchField('search'),
  active: filterField('active', oneOf(['yes'] as const)),
  roleId: filterField('role', (text) => Object.values(countedRoles).find((role) => String(role) === text)),
});

/** See docs/specification.md#user-list. `tokens` is the button of the access tokens. */
export function UsersPage({ tokens, slots }: { tokens: ReactNode; slots: UsersSlots }) {
  const { id, role_id } = useCurrentUser();
  const { view, change } = useView(usersView);
  const filter = { search: view.search.trim(), role_id: view.roleId, active: view.active };
  const [menuHost, setMenuHost] = useState<HTMLElement | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { act, dialogs } = useUserActions(slots, () => heading.current?.focus());
  const mayRegister = useMayView()(productModules.register);

  return (
    <UsersPageContext value={{ self: { id, role_id }, mayRegister, menuHost, slots, act }}>
      <Stack gap="md">
        <PageHeader
          title={texts.listTitle}
          subtitle={ownTexts.listSubtitle}
          headingRef={heading}
          actions={
            <Group gap="xs" className={styles.actions ?? ''}>
              {role_id === roles.administrator && (
                <>
                  {tokens}
                  <IconButton icon={IconHistory} to="/audit" variant="default">
                    {auditTitle}
                  </IconButton>
                  <DownloadMenu
                    contract={usersExportContract}
                    filters={{ ...filter, search: filter.search || undefined }}
                  />
                </>
              )}
              {mayRegister && (
                <IconButton icon={IconFileImport} to="/users/import" variant="default">
                  {ownTexts.importUsers}
                </IconButton>
              )}
              {mayRegister && (
                <IconButton icon={IconUserPlus} to="/register">
                  {texts.addUser}
                </IconButton>
              )}
            </Group>
          }
        />
        <UsersStats view={view} onChange={change} />
        <Toolbar>
          <SearchBox label={texts.search} value={view.search} onSearch={(search) => change({ search })} />
        </Toolbar>
        <FilterChips
          filters={view.active ? [{ key: 'active', text: ownTexts.active, without: { active: undefined } }] : []}
          onChange={change}
          onFocusLost={() => heading.current?.focus()}
        />
        <UsersResults filter={filter} />
      </Stack>
      <div ref={setMenuHost} />
      {dialogs}
    </UsersPageContext>
  );
}
