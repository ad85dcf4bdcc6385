import { Box, Button } from '@mantine/core';
import { IconHistory, IconListSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { auditView } from '#features/audit/audit-view.rules.ts';
import type { AuditView } from '#features/audit/audit-view.rules.ts';
import { texts } from '#features/audit/audit.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { fetchNextPage } from '#web/fetch-next-page.ts';
import { useRestoredData } from '#web/restored-state.ts';
import { ListCard } from '#web/widgets/Card.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { auditQuery } from './audit.data.ts';
import { AuditMore } from './AuditMore.tsx';
import { AuditTable } from './AuditTable.tsx';

type Props = { view: AuditView; onChange: (part: Partial<AuditView>) => void };

/** The entries, or the reason for an empty list. The previous entries stay on screen while new ones load. */
export function AuditResults({ view, onChange }: Props) {
  const query = auditQuery(view);
  const list = useInfiniteQuery({ ...query, ...useRestoredData(query.queryKey) });
  const { data, isPlaceholderData: isStale } = list;
  const pages = data?.pages.map((page) => page.entries).filter((entries) => entries.length > 0);
  const last = data?.pages.at(-1);
  // A search with a next page shows the time up to which it has searched.
  const searchedSince = last?.next && view.search.trim() !== '' ? formatDateTime(last.next.split(',', 1)[0] ?? '') : '';
  const more = {
    failed: list.isFetchNextPageError,
    busy: list.isFetchingNextPage,
    onMore: () => void fetchNextPage(list),
  };

  return (
    <ListCard aria-label={texts.entries} aria-busy={isStale}>
      {list.isError && !list.isFetchNextPageError ? (
        <LoadFailed query={list} title={texts.loadFailed} />
      ) : !pages ? (
        <Box px="md">
          <LoadingRows rows={8} height={64} label={texts.loading} />
        </Box>
      ) : pages.length > 0 ? (
        <>
          <AuditTable pages={pages} now={new Date(list.dataUpdatedAt)} onPerson={(userId) => onChange({ userId })} />
          {list.hasNextPage && !isStale && <AuditMore {...more} searchedSince={searchedSince} />}
        </>
      ) : list.hasNextPage ? (
        <EmptyState
          icon={IconListSearch}
          title={texts.noMatchYet(searchedSince)}
          hint={more.failed ? texts.moreFailed : texts.noMatchYetHint}
          action={
            <Button loading={more.busy} onClick={more.onMore}>
              {texts.searchOlder}
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={auditView.isNarrowed(view) ? IconListSearch : IconHistory}
          title={auditView.isNarrowed(view) ? texts.noMatch : texts.empty}
          hint={auditView.isNarrowed(view) ? texts.noMatchHint : texts.emptyHint}
        />
      )}
    </ListCard>
  );
}
