import { Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconContainer, IconZoomExclamation } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { containersView } from '#features/containers/list/containers-view.rules.ts';
import type { ContainersView, Layout } from '#features/containers/list/containers-view.rules.ts';
import { exportTexts } from '#features/containers/list/exports-and-views.texts.ts';
import { texts as common } from '#web/texts.ts';
import { startsOf } from '#web/use-near-window.ts';
import { watchNear } from '#web/watch-near.ts';
import { Card } from '#web/widgets/Card.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { Loading } from '#web/widgets/Loading.tsx';
import type { ContainerList } from '../containers.data.ts';
import { useHandler } from '../use-handler.ts';
import { ContainerPage } from './ContainerPage.tsx';
import styles from './ContainersResults.module.css';

type Props = {
  list: ContainerList;
  view: ContainersView;
  layout: Layout;
  /** Whether the list waits for the layout. */
  isAwaited: boolean;
  onClear: () => void;
  /** Opens the form of a new container. Undefined for users who may not create one. */
  onAdd: (() => void) | undefined;
  /** Replaces the cards. */
  table?: ReactNode;
};

/** The cards, or the reason for an empty list. The previous cards stay on screen while new ones load. */
export function ContainersResults({ list, view, layout, isAwaited, onClear, onAdd, table }: Props) {
  const { data, isPlaceholderData: isStale } = list;
  const narrowed = containersView.isNarrowed(view);
  const found = data?.pages[0]?.found ?? 0;
  const starts = startsOf(data?.pages.map(({ containers }) => containers) ?? []);
  // Keyed by number: a new container at the top shifts all others, and must not mount every page again.
  const pages = data?.pages
    .map(({ containers }, index) => ({ number: index + 1, containers, from: starts[index] ?? 0 }))
    .filter(({ containers }) => containers.length > 0);

  if (!data && list.isError) {
    return (
      <Card>
        <LoadFailed query={list} title={texts.loadFailed} />
      </Card>
    );
  }
  if (!data || !pages || isAwaited) return <ContainersLoading layout={layout} />;
  return (
    <div className={styles.results} aria-busy={isStale}>
      <VisuallyHidden role="status">{narrowed && !isStale ? ownTexts.found(found) : ''}</VisuallyHidden>
      {narrowed && (
        <Group justify="space-between" gap="xs" fz="sm" c="dimmed">
          <span aria-hidden="true">{ownTexts.found(found)}</span>
          <Button variant="subtle" size="compact-md" onClick={onClear}>
            {ownTexts.clearFilters}
          </Button>
        </Group>
      )}
      {list.isRefetchError && (
        <Text role="status" fz="sm" px="md" py="xs" c="var(--accent-text)" bg="var(--accent-soft)">
          {ownTexts.outdated}
        </Text>
      )}
      {pages.length === 0 ? (
        <Card>
          <EmptyState
            icon={narrowed ? IconZoomExclamation : IconContainer}
            title={texts.noneFound}
            hint={narrowed ? texts.adjust : texts.createFirst}
            action={
              !narrowed &&
              (onAdd ? (
                <Group gap="sm" justify="center">
                  <Button variant="light" onClick={onAdd}>
                    {ownTexts.enterFirst}
                  </Button>
                  <Button component={Link} to="/container-status/import" variant="light">
                    {exportTexts.importFirst}
                  </Button>
                </Group>
              ) : (
                ownTexts.managersCreate
              ))
            }
          />
        </Card>
      ) : (
        (table ?? <Cards {...{ pages, found }} />)
      )}
      {!table && list.hasNextPage && !isStale && (
        <NextContainers
          failed={list.isFetchNextPageError}
          busy={list.isFetching}
          loading={list.isFetchingNextPage}
          load={() => void list.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </div>
  );
}

type CardPage = { number: number; containers: readonly Container[]; from: number };

function Cards({ pages, found }: { pages: readonly CardPage[]; found: number }) {
  return (
    <div role="list" aria-label={ownTexts.list} className={styles.list}>
      {pages.map(({ number, containers, from }) => (
        <ContainerPage key={number} containers={containers} from={from} found={found} />
      ))}
    </div>
  );
}

const awaited: Record<Layout, { rows: number; height: number; gap: string }> = {
  cards: { rows: 6, height: 92, gap: 'xs' },
  table: { rows: 16, height: 36, gap: '0' },
};

/** Placeholders of cards or rows while the list loads. */
export function ContainersLoading({ layout }: { layout: Layout }) {
  const { rows, height, gap } = awaited[layout];
  return (
    <Loading label={ownTexts.loading}>
      <Stack gap={gap}>
        {[...Array(rows).keys()].map((row) => (
          <Card key={row} className={styles.awaited} style={{ height }}>
            <Skeleton height={14} width={`${34 - ((row * 5) % 12)}%`} />
            {layout === 'cards' && <Skeleton height={12} width={`${72 - ((row * 7) % 20)}%`} />}
          </Card>
        ))}
      </Stack>
    </Loading>
  );
}

type NextProps = {
  failed: boolean;
  /** Whether a request for the list is running. Another request would be dropped. */
  busy: boolean;
  loading: boolean;
  load: () => void;
};

/** Loads some screens ahead, so that scrolling rarely has to wait. */
const loadMargin = '1200px';

/** The end of the loaded containers. Loads more when it comes near the window, and on a click. */
function NextContainers({ failed, busy, loading, load }: NextProps) {
  const end = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const loadNow = useHandler(load);

  useEffect(() => {
    return end.current ? watchNear(end.current, loadMargin, setNear) : undefined;
  }, []);
  useEffect(() => {
    if (near && !busy && !failed) loadNow();
  }, [near, busy, failed, loadNow]);

  return (
    <Stack ref={end} gap="sm" align="center">
      {failed && (
        <Text role="alert" fz="sm" c="var(--danger-text)">
          {ownTexts.moreFailed}
        </Text>
      )}
      <Button variant="default" aria-busy={loading} onClick={() => !busy && load()}>
        {loading ? ownTexts.loadingMore : failed ? common.tryAgain : ownTexts.loadMore}
      </Button>
    </Stack>
  );
}
