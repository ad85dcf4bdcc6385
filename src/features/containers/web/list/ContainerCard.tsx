import { Text } from '@mantine/core';
import { IconChevronDown, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { memo, useCallback, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { showsExFactoryHistory, showsPfiHistory } from '#features/containers/core/containers.rules.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { localDate } from '#shared/calendar.ts';
import { formatCalendarDate } from '#shared/format.ts';
import { Card } from '#web/widgets/Card.tsx';
import { rowAction } from '#web/widgets/row-action.ts';
import { ContainerName } from '../ContainerName.tsx';
import { useContainersPage } from '../containers-page.context.ts';
import { StatusButtons } from '../edit/StatusButtons.tsx';
import { useStatusMove } from '../edit/use-status-move.tsx';
import { StatusBadges } from '../StatusBadge.tsx';
import { CardDetails, CardDocuments } from './CardDetails.tsx';
import { dateFacts } from './CardDetails.tsx';
import { DelayHistory } from './DelayHistory.tsx';
import { usePageAddress } from './use-opened-history.ts';
import styles from './ContainerCard.module.css';

type Props = {
  container: Container;
  /** Position in the list and total number, for screen readers. */
  position: number;
  found: number;
};

/**
 * The card of one container. See docs/specification.md#containers-the-card. The buttons have the same names on every
 * card; `nameId` identifies the container to screen readers.
 */
export const ContainerCard = memo(function ContainerCard({ container, position, found }: Props) {
  const { now, onFocusLost } = useContainersPage();
  const nameId = useId();
  // Only on phones, where a closed card shows its state and its buttons. Opening it shows the rest.
  const [open, setOpen] = useState(false);
  const step = useStatusMove(container, now);
  // The cleanup runs before the card is removed, when the focus is still inside it.
  const watchRemoval = useCallback(
    (card: HTMLElement | null) => () => {
      if (card?.contains(document.activeElement)) onFocusLost();
    },
    [onFocusLost],
  );

  return (
    <Card
      role="listitem"
      aria-labelledby={nameId}
      aria-posinset={position}
      aria-setsize={found}
      className={styles.card}
      data-open={open}
      data-row-id={container.id}
      ref={watchRemoval}
    >
      <div className={styles.identity}>
        <Text component="h2" fz="md" fw={650} lh={1.4} style={{ overflowWrap: 'anywhere' }} id={nameId}>
          <PageLink container={container} />
        </Text>
        <Text
          className={styles.number ?? ''}
          fz="sm"
          c="dimmed"
          data-due={`${ownTexts.pfi} ${formatCalendarDate(container.pfi_date)}`}
        >
          <bdi>{container.container_no}</bdi>
        </Text>
      </div>
      <StatusBadges className={styles.marks} container={container} today={localDate(now)} />
      <dl className={styles.dates}>
        {dateFacts(container).map(([label, value]) => (
          <div key={label}>
            <Text component="dt" fz="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" fz="sm" fw={550}>
              {value}
            </Text>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        <CardTools container={container} nameId={nameId} open={open} onToggle={() => setOpen(!open)} />
        <StatusButtons container={container} step={step} nameId={nameId} />
      </div>
      {step.dialog}
      <div className={styles.foot}>
        <CardDetails container={container} />
        <CardDocuments container={container} nameId={nameId} />
        {showsPfiHistory(container, now) && <DelayHistory kind="pfi" container={container} nameId={nameId} />}
        {showsExFactoryHistory(container, now) && (
          <DelayHistory kind="exFactory" container={container} nameId={nameId} />
        )}
      </div>
    </Card>
  );
});

/**
 * The name, which leads to the page. It keeps the filters of the list, so it is rendered again when they change, and the card is
 * not.
 */
function PageLink({ container }: { container: Container }) {
  const pageOf = usePageAddress();
  return (
    <Link to={pageOf(container.id)} className={styles.link}>
      <ContainerName name={container.name} />
    </Link>
  );
}

type ToolsProps = { container: Container; nameId: string; open: boolean; onToggle: () => void };

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** The buttons for history, editing and deleting. Editing and deleting are for roles 1 and 2. */
function CardTools({ container, nameId, open, onToggle }: ToolsProps) {
  const { managing, act, slots } = useContainersPage();
  const tool = (label: string, picture: ReactNode, action: 'history' | 'edit' | 'delete') => (
    <button
      type="button"
      {...rowAction(label, nameId)}
      data-danger={action === 'delete'}
      onClick={() => act(action, container)}
    >
      {picture}
    </button>
  );
  return (
    <div className={styles.tools}>
      <span className={styles.opened}>
        {tool(ownTexts.history, <IconHistory {...icon} />, 'history')}
        <slots.DossierTool containerId={container.id} nameId={nameId} />
      </span>
      {managing && tool(ownTexts.edit, <IconPencil {...icon} />, 'edit')}
      {managing && <span className={styles.opened}>{tool(ownTexts.delete, <IconTrash {...icon} />, 'delete')}</span>}
      <button
        type="button"
        {...rowAction(ownTexts.cardDetails, nameId)}
        aria-expanded={open}
        data-toggle
        onClick={onToggle}
      >
        <IconChevronDown {...icon} />
      </button>
    </div>
  );
}
