import { Button, Group, Stack } from '@mantine/core';
import { IconFileImport, IconHistory, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { auditTitle } from '#features/audit/audit-title.texts.ts';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { countedRoles } from '#features/users/users.rules.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { isRoleId, mayOpen, roles } from '#shared/access.ts';
import { addressView, filterField, oneOf, searchField } from '#shared/address-view.ts';
import { productModules } from '#shared/product-modules.ts';
import { useView } from '#web/use-view.ts';
import { DownloadMenu } from '#web/widgets/DownloadMenu.tsx';
import { FilterChips } from '#web/widgets/FilterChips.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { SearchBox } from '#web/widgets/SearchBox.tsx';
import { Toolbar } from '#web/widgets/Toolbar.tsx';
import { useUserActions } from './use-user-actions.tsx';
import { exportLinks } from './users-export.data.ts';
import { UsersPageContext } from './users-page.context.ts';
import { UsersResults } from './UsersResults.tsx';
import { UsersStats } from './UsersStats.tsx';
import styles from './UsersTable.module.css';

const usersView = addressView({
  search: searchField('search'),
  active: filterField('active', oneOf(['yes'] as const)),
  roleId: filterField('role', (text) => Object.values(countedRoles).find((role) => String(role) === text)),
});

/** See docs/specification.md#user-list. `tokens` is the button of the access tokens. */
export function UsersPage({ tokens }: { tokens: ReactNode }) {
  const { id, role_id } = useCurrentUser();
  const { data: table } = useQuery(permissionsQuery);
  const { view, change } = useView(usersView);
  const filter = { search: view.search.trim(), role_id: view.roleId, active: view.active };
  const [menuHost, setMenuHost] = useState<HTMLElement | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { act, dialogs } = useUserActions(() => heading.current?.focus());
  const mayRegister = Boolean(table && isRoleId(role_id) && mayOpen(table, role_id, productModules.register));

  return (
    <UsersPageContext value={{ self: { id, role_id }, mayRegister, menuHost, act }}>
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
                  <ToAudit />
                  <DownloadMenu links={exportLinks(filter)} />
                </>
              )}
              {mayRegister && (
                <Button
                  component={Link}
                  to="/users/import"
                  variant="default"
                  leftSection={<IconFileImport size={17} stroke={1.75} aria-hidden="true" />}
                >
                  {ownTexts.importUsers}
                </Button>
              )}
              {mayRegister && (
                <Button
                  component={Link}
                  to="/register"
                  leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden="true" />}
                >
                  {texts.addUser}
                </Button>
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

function ToAudit() {
  return (
    <Button
      component={Link}
      to="/audit"
      variant="default"
      leftSection={<IconHistory size={17} stroke={1.75} aria-hidden="true" />}
    >
      {auditTitle}
    </Button>
  );
}
