import { Button, Group, Text } from '@mantine/core';
import { useCallbackRef, useMediaQuery } from '@mantine/hooks';
import { IconMessagePlus, IconPencil, IconTrash } from '@tabler/icons-react';
import { useId, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { overdueCheckEveryMs } from '#features/containers/core/containers.rules.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { pageTexts } from '#features/containers/core/detail-page.texts.ts';
import { looksTheSame } from '#features/containers/list/containers-view.rules.ts';
import { useIsManaging } from '#features/session/web/session.data.ts';
import { localDate } from '#shared/calendar.ts';
import { formatCalendarDate } from '#shared/format.ts';
import { useNow } from '#web/use-now.ts';
import { Card } from '#web/widgets/Card.tsx';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { ContainerName } from '../ContainerName.tsx';
import { commentFieldId, ContainersPageContext, stateNoteId } from '../containers-page.context.ts';
import type { ContainerAction, ContainersSlots } from '../containers-page.context.ts';
import { ContainerDialogs } from '../edit/ContainerDialogs.tsx';
import type { DialogRequest } from '../edit/ContainerDialogs.tsx';
import { StatusButtons } from '../edit/StatusButtons.tsx';
import { useDeletion } from '../edit/use-deletion.tsx';
import { useStatusMove } from '../edit/use-status-move.tsx';
import { StatusBadges } from '../StatusBadge.tsx';
import { CommentForm } from './CommentForm.tsx';
import { ContainerEvents } from './ContainerEvents.tsx';
import { ContainerSteps } from './ContainerSteps.tsx';
import { DatesTable } from './DatesTable.tsx';
import { DetailFacts } from './DetailFacts.tsx';
import { PeoplePanel } from './PeoplePanel.tsx';
import styles from './ContainerView.module.css';

/** Name and state, dates, details and people of a container, and its timeline with comments. */
export function ContainerView({ container, slots }: { container: Container; slots: ContainersSlots }) {
  const managing = useIsManaging();
  const now = useNow(overdueCheckEveryMs, looksTheSame);
  const today = localDate(now);
  const [request, setRequest] = useState<DialogRequest>();
  const heading = useRef<HTMLHeadingElement>(null);
  const nameId = useId();
  const toHeading = useCallbackRef(() => heading.current?.focus());
  const isPhone = useMediaQuery('(width < 48em)');
  const { search } = useLocation();
  const step = useStatusMove(container, now);
  const { remove, dialog } = useDeletion(toHeading);
  const act = useCallbackRef((action: ContainerAction, target: Container) => {
    if (action === 'delete') void remove(target);
    else if (action !== 'history' && action !== 'documents') setRequest({ action, container: target });
  });
  const value = useMemo(
    () => ({ managing, now, act, onFocusLost: toHeading, slots }),
    [managing, now, act, toHeading, slots],
  );
  const tool = (ToolIcon: Icon, action: 'edit' | 'delete') => (
    <Button
      variant="default"
      className={styles.tool ?? ''}
      leftSection={<ToolIcon size={16} aria-hidden="true" />}
      onClick={() => act(action, container)}
    >
      {pageTexts[action]}
    </Button>
  );

  return (
    <ContainersPageContext value={value}>
      <div className={styles.page}>
        <PageHeader
          title={<ContainerName name={container.name || pageTexts.title} />}
          back={{ to: `/container-status${search}`, label: pageTexts.back }}
          headingRef={heading}
          headingId={nameId}
          actions={
            <Group gap="xs" className={styles.onScreen ?? ''} role="group" aria-label={pageTexts.actions}>
              {!(isPhone && managing) && <StatusButtons container={container} step={step} nameId={nameId} />}
              {managing && tool(IconPencil, 'edit')}
              {managing && tool(IconTrash, 'delete')}
            </Group>
          }
        />
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              <bdi>{container.container_no}</bdi>
            </Text>
            <StatusBadges container={container} today={today} />
          </Group>
          {!managing && (
            <Text id={stateNoteId} fz="sm" c="dimmed">
              {ownTexts.stateIsForManagers}
            </Text>
          )}
          <ContainerSteps id={container.id} today={today} />
        </Group>
        <div className={styles.columns}>
          <div className={styles.main}>
            <DatesTable {...{ container, today }} />
            <Card className={styles.section}>
              <slots.Documents containerId={container.id} level={2} />
            </Card>
            <Card className={styles.section}>
              <CommentForm id={container.id} />
              <ContainerEvents id={container.id} title={pageTexts.timeline} level={2} />
            </Card>
          </div>
          <div className={styles.side}>
            <DetailFacts container={container} />
            <PeoplePanel container={container} managing={managing} />
          </div>
        </div>
        <p className={styles.onPaper}>{pageTexts.printed(formatCalendarDate(today))}</p>
      </div>
      {isPhone && (
        <div className={styles.bar}>
          {/* The most frequent actions of a phone beside the state, within reach of the thumb. */}
          <Group gap="xs" grow preventGrowOverflow={false}>
            {slots.TakePhoto && <slots.TakePhoto containerId={container.id} />}
            <Button
              variant="default"
              leftSection={<IconMessagePlus size={18} stroke={1.75} aria-hidden="true" />}
              onClick={() => document.getElementById(commentFieldId)?.focus()}
            >
              {pageTexts.writeComment}
            </Button>
          </Group>
          {managing && (
            <div role="group" aria-label={pageTexts.nextStep}>
              <StatusButtons container={container} step={step} nameId={nameId} />
            </div>
          )}
        </div>
      )}
      {step.dialog}
      <ContainerDialogs request={request} onClose={() => setRequest(undefined)} />
      {dialog}
    </ContainersPageContext>
  );
}
