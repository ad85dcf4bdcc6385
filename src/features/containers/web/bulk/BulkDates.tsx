import { Button, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { emptyMove } from '#features/containers/bulk/container-bulk.rules.ts';
import type { BulkDraft, DraftMove } from '#features/containers/bulk/container-bulk.rules.ts';
import { bulkTexts } from '#features/containers/bulk/container-bulk.texts.ts';
import { dateFields } from '#features/containers/core/container-fields.rules.ts';
import type { DateField } from '#features/containers/core/container-fields.rules.ts';
import { fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import { FormPart } from '../edit/FormPart.tsx';

type Props = { moves: BulkDraft['moves']; onChange: (moves: BulkDraft['moves']) => void };

/** The dates that move, each in one line. */
export function BulkDates({ moves, onChange }: Props) {
  const free = dateFields.filter((field) => !moves.some((move) => move.field === field));
  const [next] = free;
  return (
    <FormPart legend={bulkTexts.dates}>
      {moves.map((move, index) => (
        <BulkMove
          key={move.key}
          move={move}
          fields={dateFields.filter((field) => field === move.field || free.includes(field))}
          onChange={(part) => onChange(moves.with(index, { ...move, ...part }))}
        />
      ))}
      {next && (
        <Button
          variant="subtle"
          size="compact-md"
          style={{ alignSelf: 'start' }}
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => onChange([...moves, emptyMove(moves.length, next)])}
        >
          {bulkTexts.addDate}
        </Button>
      )}
    </FormPart>
  );
}

type MoveProps = {
  move: DraftMove;
  /** The dates that no other line moves. */
  fields: readonly DateField[];
  onChange: (part: Partial<DraftMove>) => void;
};

/** One date that moves by a number of days, or to a day. */
function BulkMove({ move, fields, onChange }: MoveProps) {
  const { field, way, days, date } = move;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
      <NativeSelect
        label={bulkTexts.date}
        data={fields.map((value) => ({ value, label: fieldLabels[value] }))}
        value={field}
        onChange={({ currentTarget: { value } }) =>
          onChange({ field: dateFields.find((field) => field === value) ?? field })
        }
      />
      <NativeSelect
        label={bulkTexts.way}
        data={(['days', 'date'] as const).map((value) => ({ value, label: bulkTexts.ways[value] }))}
        value={way}
        onChange={({ currentTarget: { value } }) => onChange({ way: value === 'date' ? 'date' : 'days' })}
      />
      {way === 'days' ? (
        <TextInput
          type="number"
          label={bulkTexts.days}
          title={bulkTexts.daysHint}
          step={1}
          value={days}
          onChange={(event) => onChange({ days: event.currentTarget.value })}
        />
      ) : (
        <TextInput
          type="date"
          label={bulkTexts.day}
          value={date}
          onChange={(event) => onChange({ date: event.currentTarget.value })}
        />
      )}
    </SimpleGrid>
  );
}
