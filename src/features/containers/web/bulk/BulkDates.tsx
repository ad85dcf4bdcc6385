import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { emptyMove } from '#features/containers/bulk/container-bulk.rules.ts';
import type { BulkDraft } from '#features/containers/bulk/container-bulk.rules.ts';
import { bulkTexts } from '#features/containers/bulk/container-bulk.texts.ts';
import { dateFields } from '#features/containers/core/container-fields.rules.ts';
import { BulkMove } from './BulkMove.tsx';
import { BulkPart } from './BulkPart.tsx';

type Props = { moves: BulkDraft['moves']; onChange: (moves: BulkDraft['moves']) => void };

/** The dates that move, each in one line. */
export function BulkDates({ moves, onChange }: Props) {
  const free = dateFields.filter((field) => !moves.some((move) => move.field === field));
  const [next] = free;
  return (
    <BulkPart legend={bulkTexts.dates}>
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
    </BulkPart>
  );
}
