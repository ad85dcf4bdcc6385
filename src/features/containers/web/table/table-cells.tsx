import { VisuallyHidden } from '@mantine/core';
import { IconClockDollar, IconFlag3, IconMessageOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { revisedDates } from '#features/containers/core/container-fields.rules.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { carriesDelay, displayedStatus } from '#features/containers/core/containers.rules.ts';
import { costOf, daysOver, freeTimeOf, nextFreeTime } from '#features/containers/core/free-time.rules.ts';
import type { FreeTime } from '#features/containers/core/free-time.rules.ts';
import { freeTimeText, namedFreeTime } from '#features/containers/core/free-time.texts.ts';
import { daysSilent, isDelayDerived } from '#features/containers/core/silence.rules.ts';
import { markTexts } from '#features/containers/core/silence.texts.ts';
import { revisionOf } from '#features/containers/list/container-card.rules.ts';
import { daysLate } from '#features/containers/list/container-table.rules.ts';
import type { TableColumn } from '#features/containers/list/container-table.rules.ts';
import { lateText, tableTexts } from '#features/containers/list/container-table.texts.ts';
import { papersText } from '#features/papers/checklist.texts.ts';
import { formatCalendarDate, formatDate, locale, shortened } from '#shared/format.ts';
import { freeTimeTones, StatusBadge } from '../StatusBadge.tsx';
import styles from './ContainersTable.module.css';

type Column = Pick<TableColumn, 'id' | 'kind'>;

/** The value of a column. An empty field is an empty text. */
function valueOf(container: Container, { id }: Column, today: string): string | number {
  if (id === 'status') return displayedStatus(container, today);
  if (id === 'pol' || id === 'pod') return container[`${id}_name`] ?? container[id] ?? '';
  if (id === 'papers') {
    const { papers_there = 0, papers_expected } = container;
    return papers_expected === undefined ? '' : papersText(papers_there, papers_expected);
  }
  if (id === 'days_over') {
    const freeTime = nextFreeTime(container, today);
    return freeTime ? freeTimeText(freeTime, container) : '';
  }
  if (id === 'cost_over') return costOf(daysOver(container, today), container) || '';
  if (id === 'days_late') return daysLate(container, today) ?? '';
  return container[id] ?? '';
}

/** The text of a cell, for the print and for titles. */
export function textOfCell(container: Container, column: Column, today: string): string {
  const value = valueOf(container, column, today);
  if (value === '') return '';
  if (column.kind === 'date') return formatCalendarDate(String(value));
  if (column.kind === 'moment') return formatDate(String(value));
  if (column.kind === 'late') return lateText(Number(value));
  if (column.id === 'remarks' || column.id === 'last_comment') return shortened(String(value));
  return typeof value === 'number' && column.id !== 'id' ? value.toLocaleString(locale) : String(value);
}

/** The content of a cell on screen. */
export function cellOf(container: Container, column: Column, today: string): ReactNode {
  const text = textOfCell(container, column, today);
  if (text === '') return null;
  const freeTime = freeTimeIn(container, column, today);
  if (freeTime && (freeTime.stage || column.kind === 'free_time'))
    return (
      <FreeTimeMark {...{ freeTime, container }} hasIcon={column.kind === 'date'}>
        {text}
      </FreeTimeMark>
    );
  if (column.kind === 'status') return <Status container={container} today={today} />;
  if (column.kind === 'late') return <Late days={daysLate(container, today) ?? 0} text={text} />;
  if (column.kind === 'date') {
    return (
      <time dateTime={String(valueOf(container, column, today))} title={movesOf(container, column.id)}>
        {text}
      </time>
    );
  }
  return <bdi data-cut>{text}</bdi>;
}

/** The free time of a column: that of its day, or the one that ends first. */
function freeTimeIn(container: Container, { id }: Column, today: string): FreeTime | undefined {
  if (id === 'days_over') return nextFreeTime(container, today);
  return id === 'last_free_day' || id === 'empty_return_due' ? freeTimeOf(container, id, today) : undefined;
}

type MarkProps = { freeTime: FreeTime; container: Container; hasIcon: boolean; children?: ReactNode };

/** A free time in the colour of its stage. Beside a date or alone, it has an icon and hidden words. */
function FreeTimeMark({ freeTime, container, hasIcon, children }: MarkProps) {
  const { stage } = freeTime;
  const words = namedFreeTime(freeTime, container);
  return (
    <span className={styles.late} data-tone={stage ? freeTimeTones[stage] : 'neutral'} title={words}>
      {children}
      {hasIcon && (
        <>
          {' '}
          <IconClockDollar size={15} stroke={1.8} aria-hidden="true" />
          <VisuallyHidden>{words}</VisuallyHidden>
        </>
      )}
    </span>
  );
}

function Status({ container, today }: { container: Container; today: string }) {
  const isDerived = isDelayDerived(container);
  const delayMark = isDerived ? markTexts.byRule : markTexts.byPerson;
  const silent = daysSilent(container, today);
  const freeTime = nextFreeTime(container, today);
  return (
    <span className={styles.status}>
      <StatusBadge container={container} today={today} />
      {carriesDelay(container) && (
        <span className={styles.flag} title={`${tableTexts.hasDelay}. ${delayMark}`}>
          <IconFlag3 size={15} stroke={2} aria-hidden="true" fill={isDerived ? 'none' : 'currentColor'} />
          <VisuallyHidden>{`${tableTexts.hasDelay}. ${delayMark}`}</VisuallyHidden>
        </span>
      )}
      {freeTime?.stage && <FreeTimeMark {...{ freeTime, container }} hasIcon />}
      {silent !== undefined && (
        <span title={markTexts.silent(silent)}>
          <IconMessageOff size={15} stroke={1.8} aria-hidden="true" />
          <VisuallyHidden>{markTexts.silent(silent)}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

/** Containers that are due within a week stand out too. */
const soonDays = 7;

function Late({ days, text }: { days: number; text: string }) {
  const tone = days > 0 ? 'danger' : days >= -soonDays ? 'accent' : 'neutral';
  return (
    <span className={styles.late} data-tone={tone}>
      {text}
    </span>
  );
}

/** Describes the changes of a date that has a first value. */
function movesOf(container: Container, id: TableColumn['id']): string | undefined {
  const field = revisedDates.find((one) => one === id);
  if (!field) return undefined;
  const { first, change } = revisionOf(container, field);
  return change && tableTexts.moved(formatCalendarDate(first), change);
}
