import { ActionIcon, Button, Text } from '@mantine/core';
import { useCallbackRef, useMediaQuery } from '@mantine/hooks';
import { IconChartBar, IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { overdueCheckEveryMs } from '#features/containers/core/containers.rules.ts';
import { ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { extraFilters } from '#features/containers/list/container-filters.texts.ts';
import { containersView, filterOf, looksTheSame } from '#features/containers/list/containers-view.rules.ts';
import type { Layout } from '#features/containers/list/containers-view.rules.ts';
import { exportTexts } from '#features/containers/list/exports-and-views.texts.ts';
import { useCurrentUser, useIsManaging } from '#features/session/web/session.data.ts';
import { localDate } from '#shared/calendar.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { useNow } from '#web/use-now.ts';
import { useView } from '#web/use-view.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { FilterChips } from '#web/widgets/FilterChips.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { PartBoundary } from '#web/widgets/PartBoundary.tsx';
import { ContainerSelectionContext, useContainerSelectionValue } from '../container-selection.context.ts';
import { ContainersPageContext, stateNoteId } from '../containers-page.context.ts';
import type { ContainerAction, ContainersSlots } from '../containers-page.context.ts';
import { containerPagesQuery, countsQuery } from '../containers.data.ts';
import { ContainerDialogs } from '../edit/ContainerDialogs.tsx';
import type { DialogRequest } from '../edit/ContainerDialogs.tsx';
import { useDeletion } from '../edit/use-deletion.tsx';
import { MoreFilters } from '../filters/MoreFilters.tsx';
import { useFilterNames } from '../filters/use-filter-names.ts';
import { useShownView } from '../menus/container-lists.data.ts';
import { ListMenus } from '../menus/ListMenus.tsx';
import { useTableChoices } from '../menus/use-table-choices.ts';
import { ViewBar } from '../menus/ViewBar.tsx';
import { ContainerCounts } from './ContainerCounts.tsx';
import { ContainersLoading, ContainersResults } from './ContainersResults.tsx';
import { ContainersToolbar } from './ContainersToolbar.tsx';
import { HistoryDrawer } from './HistoryDrawer.tsx';
import { TableOffer } from './TableOffer.tsx';
import { TrashDrawer } from './TrashDrawer.tsx';
import { useOpenedHistory } from './use-opened-history.ts';
import { useOverdueMarks } from './use-overdue-marks.ts';

const ContainersTable = lazyPart(() => import('../table/ContainersTable.tsx').then((file) => file.ContainersTable));
const FoundFiles = lazyPart(() => import('./FoundFiles.tsx').then((file) => file.FoundFiles));
const BulkBar = lazyPart(() => import('../bulk/BulkBar.tsx').then((file) => file.BulkBar));

/** The bar of the layout and the menus then unfolds with the filters. */
const phone = '(width < 48em)';

const icon = { size: 17, stroke: 1.75, 'aria-hidden': true } as const;

/** See docs/specification.md#containers-the-screen. */
export function ContainersPage({ slots }: { slots: ContainersSlots }) {
  const { id: userId } = useCurrentUser();
  const managing = useIsManaging();
  const now = useNow(overdueCheckEveryMs, looksTheSame);
  const today = localDate(now);
  const { view, change } = useView(containersView);
  const viewName = useShownView(view)?.name;
  const { opened, open } = useOpenedHistory();
  const [toDocuments, setToDocuments] = useState(false);
  const choices = useTableChoices(userId, view.preset);
  const { layout } = choices;
  const list = useInfiniteQuery(containerPagesQuery(view, today, layout));
  const counts = useQuery({ ...countsQuery(today), refetchInterval: overdueCheckEveryMs });
  const selection = useContainerSelectionValue(JSON.stringify(filterOf(view, today)));
  const [request, setRequest] = useState<DialogRequest>();
  const [trashOpen, setTrashOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const toHeading = useCallbackRef(() => heading.current?.focus());
  const { remove, dialog } = useDeletion(toHeading);
  const shown = useMemo(() => list.data?.pages.flatMap((page) => page.containers) ?? [], [list.data]);
  const nameOf = useFilterNames(view, shown);
  const filters = extraFilters(view, nameOf);
  useOverdueMarks(shown, today, managing);

  const act = useCallbackRef((action: ContainerAction, container: DialogRequest['container']) => {
    setToDocuments(action === 'documents');
    if (action === 'history' || action === 'documents') open(container?.id);
    else if (action === 'delete') void remove(container);
    else setRequest({ action, container });
  });
  const contextValue = useMemo(
    () => ({ managing, now, act, onFocusLost: toHeading, slots }),
    [managing, now, act, toHeading, slots],
  );

  const answer = (layout: Layout) => {
    choices.setLayout(layout);
    toHeading();
  };
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
  const link = (to: string, text: string, LinkIcon: Icon) => (
    <Button component={Link} to={to} variant="default" leftSection={<LinkIcon {...icon} />}>
      {text}
    </Button>
  );
  const bar = (
    <ViewBar layout={layout} onLayout={choices.setLayout}>
      <ListMenus {...{ list, view, nameOf, today, choices }} containers={shown} onChange={change} />
      {managing && link('/container-status/import', exportTexts.import, IconFileImport)}
      {link('/container-status/report', exportTexts.report, IconChartBar)}
    </ViewBar>
  );
  const actions = (
    <>
      {!isPhone && bar}
      {managing && (
        <>
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label={ownTexts.trash}
            title={ownTexts.trash}
            onClick={() => setTrashOpen(true)}
          >
            <IconTrash {...icon} />
          </ActionIcon>
          <Button
            leftSection={<IconPlus {...icon} />}
            onClick={() => setRequest({ action: 'add', container: undefined })}
          >
            {texts.addContainer}
          </Button>
        </>
      )}
    </>
  );

  return (
    <ContainersPageContext value={contextValue}>
      <PageHeader
        title={viewName ?? texts.title}
        subtitle={choices.isUnchosen ? <TableOffer onAnswer={answer} /> : viewName !== undefined && texts.title}
        headingRef={heading}
        actions={actions}
      />
      {!managing && (
        <Text fz="sm" c="dimmed" id={stateNoteId}>
          {ownTexts.stateIsForManagers}
        </Text>
      )}
      <ContainerCounts
        counts={counts.data}
        failed={counts.isError}
        status={view.status}
        onChange={(status) => change({ status })}
      />
      <ContainersToolbar view={view} onChange={change}>
        <MoreFilters {...{ view, nameOf }} active={filters.length} onChange={change} />
      </ContainersToolbar>
      {isPhone && bar}
      <FilterChips filters={filters} onChange={change} onFocusLost={toHeading} />
      <ContainerSelectionContext value={selection}>
        <PartBoundary>
          <ContainersResults
            list={list}
            view={view}
            layout={layout}
            isAwaited={!choices.isLayoutKnown}
            onClear={() => change(containersView.initial)}
            onAdd={managing ? () => setRequest({ action: 'add', container: undefined }) : undefined}
            {...(layout === 'table' && {
              table: (
                <Suspense fallback={<ContainersLoading layout="table" />}>
                  <ContainersTable {...{ list, view, choices }} containers={shown} onChange={change} />
                </Suspense>
              ),
            })}
          />
        </PartBoundary>
        {view.search.trim() !== '' && (
          <Suspense fallback={null}>
            <FoundFiles search={view.search.trim()} />
          </Suspense>
        )}
        {managing && layout === 'table' && (
          <Suspense fallback={null}>
            <BulkBar {...{ view, today }} found={list.data?.pages[0]?.found ?? 0} />
          </Suspense>
        )}
      </ContainerSelectionContext>
      <ContainerDialogs request={request} onClose={() => setRequest(undefined)} />
      <HistoryDrawer idText={opened} toDocuments={toDocuments} onClose={() => open(undefined)} />
      {managing && <TrashDrawer open={trashOpen} onClose={() => setTrashOpen(false)} />}
      {dialog}
    </ContainersPageContext>
  );
}
