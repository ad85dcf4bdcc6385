import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconContainer, IconZoomExclamation } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { containersView } from '#features/containers/list/containers-view.rules.ts';
import type { ContainersView, Layout } from '#features/containers/list/containers-view.rules.ts';
import { exportTexts } from '#features/containers/list/exports-and-views.texts.ts';
import { startsOf } from '#web/use-near-window.ts';
import { Card } from '#web/widgets/Card.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { Loading, LoadingBox } from '#web/widgets/Loading.tsx';
import { MoreRows } from '#web/widgets/MoreRows.tsx';
import type { ContainerList } from '../containers.data.ts';
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
      {!table && !isStale && <MoreRows list={list} more={ownTexts.loadMore} failed={ownTexts.moreFailed} isAutomatic />}
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

const awaited = {
  cards: { rows: 6, height: 92, lines: 2, gap: 'xs' },
  table: { rows: 16, height: 36, lines: 1, gap: '0' },
} as const;

/** Placeholders of cards or rows while the list loads. */
export function ContainersLoading({ layout }: { layout: Layout }) {
  const { rows, height, lines, gap } = awaited[layout];
  return (
    <Loading label={ownTexts.loading}>
      <Stack gap={gap}>
        {[...Array(rows).keys()].map((row) => (
          <LoadingBox key={row} height={height} lines={lines} />
        ))}
      </Stack>
    </Loading>
  );
}
