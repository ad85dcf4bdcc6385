import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Container } from '#features/containers/containers.contract.ts';
import { ownTexts } from '#features/containers/containers.texts.ts';
import { addDays } from '#shared/calendar.ts';
import { formatCalendarDate } from '#shared/format.ts';

type Props = {
  kind: 'delayPfi' | 'delayExFactory';
  container: Container;
  /** Empty while no date is set. */
  value: string;
  onChange: (date: string) => void;
  error: string | undefined;
};

const unknown = '';
const other = 'other';
const weeks = [1, 2, 4];

/** The usual new dates are options, and the field takes one stop of the Tab key. */
export function NewDateField({ kind, container, value, onChange, error }: Props) {
  const [choice, setChoice] = useState(unknown);
  const present = kind === 'delayPfi' ? container.pfi_date : container.ex_factory_date;
  const choose = (chosen: string) => {
    setChoice(chosen);
    onChange(chosen === other ? present : chosen);
  };
  return (
    <>
      <NativeSelect
        label={ownTexts.newDate[kind]}
        value={choice}
        onChange={(event) => choose(event.currentTarget.value)}
        error={choice === other ? undefined : error}
        data={[
          { value: unknown, label: ownTexts.dateUnknown },
          ...weeks.map((count) => {
            const date = addDays(present, 7 * count);
            return { value: date, label: ownTexts.weeksLater(count, formatCalendarDate(date)) };
          }),
          { value: other, label: ownTexts.otherDate },
        ]}
      />
      {choice === other && (
        <TextInput
          type="date"
          label={ownTexts.chosenDate}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          min="1900-01-01"
          max="9999-12-31"
          error={error}
        />
      )}
    </>
  );
}
