import { VisuallyHidden } from '@mantine/core';
import { IconUserSearch, IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { useRestoredData } from '#web/restored-state.ts';
import { ListCard } from '#web/widgets/Card.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { NextUsers } from './NextUsers.tsx';
import { userPagesQuery } from './users.data.ts';
import type { UserFilter } from './users.data.ts';
import { UsersLoading } from './UsersLoading.tsx';
import { UsersTable } from './UsersTable.tsx';

/** The list of users, or a hint if it is empty. While the next search loads, the last result stays on screen. */
export function UsersResults({ filter }: { filter: UserFilter }) {
  const query = userPagesQuery(filter);
  const isNarrowed = Object.values(filter).some(Boolean);
  const list = useInfiniteQuery({ ...query, ...useRestoredData(query.queryKey) });
  const { data, isPlaceholderData: isStale } = list;
  const pages = data?.pages.map((page) => page.users).filter((users) => users.length > 0);
  const found = data?.pages[0]?.found ?? 0;

  return (
    <ListCard aria-label={ownTexts.table} aria-busy={isStale}>
      <VisuallyHidden role="status">{isNarrowed && data && !isStale ? ownTexts.found(found) : ''}</VisuallyHidden>
      {list.isError && !list.isFetchNextPageError ? (
        <LoadFailed query={list} title={texts.loadFailed} />
      ) : !pages ? (
        <UsersLoading />
      ) : pages.length === 0 ? (
        <EmptyState
          icon={isNarrowed ? IconUserSearch : IconUsers}
          title={texts.none}
          hint={isNarrowed ? texts.noMatch : texts.noneYet}
        />
      ) : (
        <>
          <UsersTable pages={pages} found={found} />
          {list.hasNextPage && !isStale && (
            <NextUsers key={pages.length} failed={list.isFetchNextPageError} load={list.fetchNextPage} />
          )}
        </>
      )}
    </ListCard>
  );
}
