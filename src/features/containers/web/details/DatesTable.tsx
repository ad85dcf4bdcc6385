import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { revisedDates } from '#features/containers/core/container-fields.rules.ts';
import { fieldHints, fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import type { Container, ContainerEvent } from '#features/containers/core/containers.contract.ts';
import { pageTexts } from '#features/containers/core/detail-page.texts.ts';
import { freeTimeFields, freeTimeOf } from '#features/containers/core/free-time.rules.ts';
import type { FreeTime } from '#features/containers/core/free-time.rules.ts';
import { freeTimeText } from '#features/containers/core/free-time.texts.ts';
import { revisionOf } from '#features/containers/list/container-card.rules.ts';
import { formatCalendarDate } from '#shared/format.ts';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { Note } from '#web/widgets/Note.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { historyQuery } from '../containers.data.ts';
import { Day } from '../Day.tsx';
import { freeTimeTones } from '../StatusBadge.tsx';
import styles from './DatesTable.module.css';

const onceDates = ['atd', 'ata', ...freeTimeFields, 'received_on', 'departed_on'] as const;

type RevisedDate = (typeof revisedDates)[number];

/** Each date with its first and current value and every change in between. Empty dates are left out. */
export function DatesTable({ container, today }: { container: Container; today: string }) {
  const history = useInfiniteQuery(historyQuery(container.id));
  const events = history.data?.pages.flatMap((page) => page.events) ?? [];
  const freeTimes = freeTimeFields.flatMap((field) => freeTimeOf(container, field, today) ?? []);
  return (
    <Section title={pageTexts.dates}>
      <DataTable
        look="texts"
        headings={[pageTexts.date, pageTexts.first, pageTexts.present, pageTexts.moves]}
        className={styles.dates}
      >
        {revisedDates
          .filter((field) => container[field])
          .map((field) => (
            <RevisedRow key={field} field={field} container={container} events={events} />
          ))}
        {onceDates
          .filter((field) => container[field])
          .map((field) => (
            <tr key={field}>
              <th scope="row" title={fieldHints[field]}>
                {fieldLabels[field]}
              </th>
              <td>{pageTexts.none}</td>
              <td>
                <Day date={container[field] ?? ''} />
              </td>
              <FreeTimeCell freeTime={freeTimes.find((one) => one.field === field)} container={container} />
            </tr>
          ))}
      </DataTable>
      {history.hasNextPage && <Note>{pageTexts.olderMoves}</Note>}
    </Section>
  );
}

type RowProps = { field: RevisedDate; container: Container; events: readonly ContainerEvent[] };

function RevisedRow({ field, container, events }: RowProps) {
  const { first, present, change } = revisionOf(container, field);
  return (
    <tr>
      <th scope="row" title={fieldHints[field]}>
        {fieldLabels[field]}
      </th>
      <td>
        <Day date={first} />
      </td>
      <td>
        <Day date={present} />
      </td>
      <td data-empty={change === undefined || undefined}>
        {change ?? pageTexts.notMoved}
        <ul>{events.filter(({ what, old_value }) => what === field && old_value !== null).map(asMove)}</ul>
      </td>
    </tr>
  );
}

/** The days that are left or over. Of an ended free time, only the days over. */
function FreeTimeCell({ freeTime, container }: { freeTime: FreeTime | undefined; container: Container }) {
  if (!freeTime || (freeTime.hasEnded && freeTime.daysLeft >= 0)) return <td data-empty>{pageTexts.none}</td>;
  const { stage } = freeTime;
  return (
    <td>
      <Text span inherit fw={550} c="var(--tone-text)" data-tone={stage ? freeTimeTones[stage] : 'neutral'}>
        {freeTimeText(freeTime, container)}
      </Text>
    </td>
  );
}

const asMove = ({ id, old_value, new_value, reason, user_name }: ContainerEvent) => (
  <li key={id}>
    {pageTexts.move(shown(old_value), shown(new_value), reason)} <bdi>{user_name}</bdi>
  </li>
);

const shown = (date: string | null) => (date === null ? pageTexts.none : formatCalendarDate(date));
