import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { movedText, texts } from '#features/containers/core/containers.texts.ts';
import { daysBetween } from '#shared/calendar.ts';
import { formatCalendarDate } from '#shared/format.ts';

/** Both dates with their changes. */
export function dateFacts(container: Container): [label: string, value: ReactNode][] {
  const { pfi_date, first_pfi_date, pfi_moves, ex_factory_date, first_ex_factory_date, ex_factory_moves } = container;
  return [
    [texts.pfiDate, <MovedDate key="pfi" date={pfi_date} first={first_pfi_date} times={pfi_moves} />],
    [
      texts.exFactoryDate,
      <MovedDate key="exFactory" date={ex_factory_date} first={first_ex_factory_date} times={ex_factory_moves} />,
    ],
  ];
}

function MovedDate({ date, first, times }: { date: string; first: string; times: number }) {
  return (
    <>
      <time dateTime={date}>{formatCalendarDate(date)}</time>
      {times > 0 && (
        <Text fz="xs" c="var(--accent-text)">
          {movedText(daysBetween(first, date), times)}
        </Text>
      )}
    </>
  );
}
