import { Text } from '@mantine/core';
import { IconHistory, IconListSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { auditView } from '#features/audit/audit-view.rules.ts';
import type { AuditView } from '#features/audit/audit-view.rules.ts';
import { texts } from '#features/audit/audit.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { useRestoredData } from '#web/restored-state.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { PagedList } from '#web/widgets/PagedList.tsx';
import { auditQuery } from './audit.data.ts';
import { AuditTable } from './AuditTable.tsx';

type Props = { view: AuditView; onChange: (part: Partial<AuditView>) => void };

/** The entries, or the reason for an empty list. */
export function AuditResults({ view, onChange }: Props) {
  const query = auditQuery(view);
  const list = useInfiniteQuery({ ...query, ...useRestoredData(query.queryKey) });
  const next = list.data?.pages.at(-1)?.next;
  // A search with a next page shows the time up to which it has searched.
  const searchedSince = next && view.search.trim() !== '' ? formatDateTime(next.split(',', 1)[0] ?? '') : '';
  const listTexts = searchedSince === '' ? texts : { ...texts, more: texts.searchOlder };
  const isNarrowed = auditView.isNarrowed(view);

  return (
    <PagedList list={list} label={texts.entries} texts={listTexts}>
      {(pages) => {
        const filled = pages.map((page) => page.entries).filter((entries) => entries.length > 0);
        if (filled.length > 0)
          return (
            <>
              <AuditTable
                pages={filled}
                now={new Date(list.dataUpdatedAt)}
                onPerson={(userId) => onChange({ userId })}
              />
              {searchedSince !== '' && (
                <Text p="sm" fz="sm" ta="center" c="dimmed">
                  {texts.searchedSince(searchedSince)}
                </Text>
              )}
            </>
          );
        if (list.hasNextPage)
          return (
            <EmptyState icon={IconListSearch} title={texts.noMatchYet(searchedSince)} hint={texts.noMatchYetHint} />
          );
        return (
          <EmptyState
            icon={isNarrowed ? IconListSearch : IconHistory}
            title={isNarrowed ? texts.noMatch : texts.empty}
            hint={isNarrowed ? texts.noMatchHint : texts.emptyHint}
          />
        );
      }}
    </PagedList>
  );
}
