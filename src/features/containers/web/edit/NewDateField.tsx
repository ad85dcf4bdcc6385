import { NativeSelect, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { addDays } from '#shared/calendar.ts';
import { formatCalendarDate } from '#shared/format.ts';

/** The number of weeks after the present date, `unknown`, or `other` and a date. */
export type NewDate = { choice: string; date: string };

type Props = {
  kind: 'delayPfi' | 'delayExFactory';
  container: Container;
  value: NewDate;
  onChange: (value: NewDate) => void;
  error: string | undefined;
  dateRef: Ref<HTMLInputElement>;
};

const unknown = '';
const other = 'other';
const weeks = [1, 2, 4];

export const noNewDate: NewDate = { choice: unknown, date: '' };

const presentDate = (kind: Props['kind'], { pfi_date, ex_factory_date }: Container) =>
  kind === 'delayPfi' ? pfi_date : ex_factory_date;

/** Whether the user wants another date and has not entered a whole one. */
export const lacksDate = ({ choice, date }: NewDate) => choice === other && date === '';

/** Returns the chosen date, or an empty text if it is not known. The weeks count from the present date of the container. */
export function newDateOf({ choice, date }: NewDate, kind: Props['kind'], container: Container | undefined): string {
  if (choice === unknown || !container) return '';
  return choice === other ? date : addDays(presentDate(kind, container), 7 * Number(choice));
}

/** The usual new dates are options, and the field takes one stop of the Tab key. */
export function NewDateField({ kind, container, value, onChange, error, dateRef }: Props) {
  const { choice, date } = value;
  const present = presentDate(kind, container);
  return (
    <>
      <NativeSelect
        label={ownTexts.newDate[kind]}
        value={choice}
        onChange={(event) => onChange({ choice: event.currentTarget.value, date: present })}
        error={choice === other ? undefined : error}
        data={[
          { value: unknown, label: ownTexts.dateUnknown },
          ...weeks.map((count) => {
            const later = formatCalendarDate(addDays(present, 7 * count));
            return { value: String(count), label: ownTexts.weeksLater(count, later) };
          }),
          { value: other, label: ownTexts.otherDate },
        ]}
      />
      {choice === other && (
        <TextInput
          ref={dateRef}
          type="date"
          label={ownTexts.chosenDate}
          value={date}
          onChange={(event) => onChange({ choice, date: event.currentTarget.value })}
          min="1900-01-01"
          max="9999-12-31"
          error={error}
        />
      )}
    </>
  );
}
