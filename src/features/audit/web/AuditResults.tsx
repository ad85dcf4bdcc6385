import { Button, Skeleton } from '@mantine/core';
import { IconHistory, IconListSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { isNarrowed } from '#features/audit/audit-view.rules.ts';
import type { AuditView } from '#features/audit/audit-view.rules.ts';
import { texts } from '#features/audit/audit.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { Loading } from '#web/widgets/Loading.tsx';
import { auditQuery } from './audit.data.ts';
import { AuditMore } from './AuditMore.tsx';
import { AuditTable } from './AuditTable.tsx';
import styles from './AuditTable.module.css';

type Props = { view: AuditView; onChange: (part: Partial<AuditView>) => void };

/** What was found, or why there is nothing. While the next filter loads, the last one stays on screen. */
export function AuditResults({ view, onChange }: Props) {
  const list = useInfiniteQuery(auditQuery(view));
  const { data, isPlaceholderData: isStale } = list;
  const pages = data?.pages.map((page) => page.entries).filter((entries) => entries.length > 0);
  const last = data?.pages.at(-1);
  // A search that has found fewer than were asked for says how far it has looked.
  const lookedBackTo = last?.next && view.search.trim() !== '' ? formatDateTime(last.next.split(',', 1)[0] ?? '') : '';
  const more = {
    failed: list.isFetchNextPageError,
    busy: list.isFetchingNextPage,
    onMore: () => void list.fetchNextPage({ cancelRefetch: false }),
  };

  return (
    <section className={styles.card} aria-label={texts.entries} aria-busy={isStale}>
      {list.isError && !list.isFetchNextPageError ? (
        <LoadFailed query={list} title={texts.loadFailed} />
      ) : !pages ? (
        <AuditLoading />
      ) : pages.length > 0 ? (
        <>
          <AuditTable pages={pages} now={new Date(list.dataUpdatedAt)} onPerson={(userId) => onChange({ userId })} />
          {list.hasNextPage && !isStale && <AuditMore {...more} lookedBackTo={lookedBackTo} />}
        </>
      ) : list.hasNextPage ? (
        <EmptyState
          icon={IconListSearch}
          title={texts.noMatchYet(lookedBackTo)}
          hint={more.failed ? texts.moreFailed : texts.noMatchYetHint}
          action={
            <Button loading={more.busy} onClick={more.onMore}>
              {texts.lookFurther}
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={isNarrowed(view) ? IconListSearch : IconHistory}
          title={isNarrowed(view) ? texts.noMatch : texts.empty}
          hint={isNarrowed(view) ? texts.noMatchHint : texts.emptyHint}
        />
      )}
    </section>
  );
}

function AuditLoading() {
  return (
    <Loading label={texts.loading}>
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className={styles.awaited}>
          <Skeleton height={14} width={130} />
          <Skeleton height={14} width={`${64 - ((row * 13) % 30)}%`} />
        </div>
      ))}
    </Loading>
  );
}
