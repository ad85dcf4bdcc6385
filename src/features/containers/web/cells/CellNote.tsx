import { Button, Group, Popover, Stack, Text } from '@mantine/core';
import { cellTexts } from '#features/containers/cells/container-cells.texts.ts';
import { fieldsChangedSince, namedText } from '#features/containers/core/container-details.rules.ts';
import { fieldLabel, fieldText } from '#features/containers/core/container-fields.texts.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { Note } from '#web/widgets/Note.tsx';
import { noteId } from './use-cell-saves.ts';
import type { UnsavedCell } from './use-cell-saves.ts';

export type NoteActions = {
  retry: (cell: UnsavedCell) => void;
  correct: (cell: UnsavedCell) => void;
  discard: (cell: UnsavedCell) => void;
  /** The focus returns to the table. */
  close: () => void;
};

type Props = { cell: UnsavedCell; actions: NoteActions };

const maxListed = 5;

/** Below a cell that could not be saved: why, what another user has changed meanwhile, and what can be done. */
export function CellNote({ cell, actions }: Props) {
  const { seen, stored, field, entered, message, mayRetry, state } = cell;
  const others = stored ? fieldsChangedSince(seen, stored).slice(0, maxListed) : [];
  const isSameCell = others.includes(field);
  const conflictTexts = isSameCell ? cellTexts.overwrite : cellTexts.saveAnyway;
  return (
    // The mark at which it stands is too small to count as visible.
    <Popover
      opened
      position="bottom-start"
      trapFocus={false}
      returnFocus={false}
      hideDetached={false}
      withRoles={false}
    >
      <Popover.Target>
        <span aria-hidden="true" />
      </Popover.Target>
      <Popover.Dropdown
        id={noteId}
        role="dialog"
        aria-label={cellTexts.notSaved(fieldLabel(field), seen.name)}
        p="sm"
        maw={360}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          actions.close();
        }}
      >
        <Stack gap="xs">
          <Text fz="sm">{message}</Text>
          {stored &&
            others.map((one) => (
              <Text key={one} fz="sm" fw={550}>
                {cellTexts.changedTo(fieldLabel(one), fieldText(one, namedText(stored, one)) || ownTexts.storedEmpty)}
              </Text>
            ))}
          <Note>{cellTexts.entered(entered.shown || ownTexts.storedEmpty)}</Note>
          <Group gap="xs">
            {mayRetry && (
              <Button size="compact-sm" onClick={() => actions.retry(cell)}>
                {state === 'conflict' ? conflictTexts : cellTexts.tryAgain}
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={() => actions.correct(cell)}>
              {cellTexts.correct}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => actions.discard(cell)}>
              {state === 'conflict' ? cellTexts.takeStored : cellTexts.discard}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
