import { VisuallyHidden } from '@mantine/core';
import { IconUserSearch, IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { useRestoredData } from '#web/restored-state.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { PagedList } from '#web/widgets/PagedList.tsx';
import { userPagesQuery } from './users.data.ts';
import type { UserFilter } from './users.data.ts';
import { UsersTable } from './UsersTable.tsx';

const listTexts = { ...ownTexts, loadFailed: texts.loadFailed };

/** The list of users, or a hint if it is empty. */
export function UsersResults({ filter }: { filter: UserFilter }) {
  const query = userPagesQuery(filter);
  const isNarrowed = Object.values(filter).some(Boolean);
  const list = useInfiniteQuery({ ...query, ...useRestoredData(query.queryKey) });
  return (
    <PagedList list={list} label={ownTexts.table} texts={listTexts} isAutomatic>
      {(pages) => {
        const found = pages[0]?.found ?? 0;
        const filled = pages.map((page) => page.users).filter((users) => users.length > 0);
        return (
          <>
            <VisuallyHidden role="status">
              {isNarrowed && !list.isPlaceholderData ? ownTexts.found(found) : ''}
            </VisuallyHidden>
            {filled.length > 0 ? (
              <UsersTable pages={filled} found={found} />
            ) : (
              <EmptyState
                icon={isNarrowed ? IconUserSearch : IconUsers}
                title={texts.none}
                hint={isNarrowed ? texts.noMatch : texts.noneYet}
              />
            )}
          </>
        );
      }}
    </PagedList>
  );
}
