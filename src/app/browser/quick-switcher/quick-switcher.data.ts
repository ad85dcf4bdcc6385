import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { displayedStatus } from '#features/containers/core/containers.rules.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { findUsers } from '#features/users/web/users.data.ts';
import { isRoleId, managingRoles, mayOpen } from '#shared/access.ts';
import type { PermissionTable, RoleId } from '#shared/access.ts';
import { localDate } from '#shared/calendar.ts';
import { productModules } from '#shared/product-modules.ts';
import { call } from '#web/call.ts';
import { isAdmitted } from '../frame/Guard.tsx';
import { screens } from '../screens.tsx';
import { texts } from './quick-switcher.texts.ts';

export type Target = { key: string; name: string; note: string | undefined; to: string };
export type TargetGroup = { title: string; targets: Target[] };

/** The maximum number of results of each kind. More would hide the other kinds. */
const shownOfEach = 5;
const minSearchLength = 2;

/** Returns the screens, containers, files and people that match, of those that the user may open. */
export function useTargets(search: string): { groups: TargetGroup[]; isLoading: boolean } {
  const { role_id } = useCurrentUser();
  const { data: table } = useQuery(permissionsQuery);
  const role = isRoleId(role_id) ? role_id : undefined;
  const may = (module: string) => table !== undefined && role !== undefined && mayOpen(table, role, module);
  const isSearching = search.length >= minSearchLength;
  const [containers, files, people] = useQueries({
    queries: [
      { ...containersQuery(search), enabled: isSearching && may(productModules.containers) },
      { ...filesQuery(search), enabled: isSearching },
      {
        ...peopleQuery(search),
        enabled: isSearching && role !== undefined && managingRoles.includes(role) && may(productModules.users),
      },
    ],
  });
  const groups = [
    { title: texts.kinds.screens, targets: table && role ? screenTargets(table, role, search) : [] },
    { title: texts.kinds.containers, targets: (isSearching && containers.data) || [] },
    { title: texts.kinds.files, targets: (isSearching && files.data) || [] },
    { title: texts.kinds.people, targets: (isSearching && people.data) || [] },
  ];
  const isLoading = [containers, files, people].some((one) => one.isFetching);
  return { groups: groups.filter(({ targets }) => targets.length > 0), isLoading };
}

function screenTargets(table: PermissionTable, role: RoleId, search: string): Target[] {
  const wanted = search.toLowerCase();
  return screens
    .filter((screen) => !screen.path.includes(':') && isAdmitted(screen.guard, table, role))
    .map(({ path, title, menu }) => ({ key: path, name: menu?.label ?? title, note: menu && title, to: path }))
    .filter(({ name, note }) => `${name}\n${note ?? ''}`.toLowerCase().includes(wanted));
}

/** A query of one kind of targets. */
const targetsQuery =
  (kind: string, find: (search: string, signal: AbortSignal) => Promise<Target[]>) => (search: string) => ({
    queryKey: [kind, 'quick switcher', search],
    placeholderData: keepPreviousData<Target[]>,
    queryFn: ({ signal }: { signal: AbortSignal }) => find(search, signal),
  });

const containersQuery = targetsQuery('containers', async (search, signal) => {
  const { containers } = await call(containersContract.page, { search, limit: shownOfEach }, { signal });
  const today = localDate(new Date());
  return containers.map((container) => ({
    key: `container ${container.id}`,
    name: container.name,
    note: `${container.container_no} · ${displayedStatus(container, today)}`,
    to: `/container-status/${container.id}`,
  }));
});

const filesQuery = targetsQuery('files', async (search, signal) => {
  const { groups } = await call(filesContract.overview, { search }, { signal });
  const found = groups.flatMap(({ name, files }) => files.map((file) => ({ file, group: name ?? undefined })));
  return found.slice(0, shownOfEach).map(({ file: { id, filename }, group }) => ({
    key: `file ${id}`,
    name: filename,
    note: group,
    to: `/files?${new URLSearchParams({ q: search, preview: String(id) })}`,
  }));
});

const peopleQuery = targetsQuery('users', async (search, signal) => {
  const { users } = await findUsers(search, shownOfEach, signal);
  return users.map(({ id, name, email }) => ({
    key: `person ${id}`,
    name,
    note: email,
    to: `/users?${new URLSearchParams({ search: email })}`,
  }));
});
