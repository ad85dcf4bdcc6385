import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Conflict, MatrixNames } from '#features/permissions/permissions.contract.ts';
import { cellKey } from '#features/permissions/permissions.rules.ts';
import type { Matrix } from '#features/permissions/permissions.rules.ts';
import { ownTexts } from '#features/permissions/permissions.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { useShownWhileClosing } from '#web/use-shown-while-closing.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { ChangeList } from './ChangeList.tsx';

type Props = {
  conflict: Conflict | undefined;
  names: MatrixNames;
  mine: Matrix;
  onClose: () => void;
  /** Continues with the newest matrix, and with the own changes on top if `combine` is set. */
  onSettle: (theirs: Conflict, combine: boolean) => void;
  onSaveOver: (version: number) => void;
};

/** Shows the changes of a conflicting save and lets the user choose how to continue. */
export function ConflictDialog(props: Props) {
  const { conflict, onClose } = props;
  const shown = useShownWhileClosing(conflict);
  return (
    <Dialog opened={conflict !== undefined} onClose={onClose} title={ownTexts.conflictTitle} size="md">
      {shown && <Choices {...props} conflict={shown} />}
    </Dialog>
  );
}

function Choices({ conflict, names, mine, onSettle, onSaveOver }: Props & { conflict: Conflict }) {
  const { saved_by, saved_at, changed, version } = conflict;
  // A setting is only on or off, so two users who changed the same one chose the same value.
  const own = new Set(mine.map(cellKey));
  const alike = (change: Matrix[number]) => (own.has(cellKey(change)) ? ownTexts.alike : undefined);

  return (
    <>
      <Text>
        {saved_by !== null && saved_at !== null
          ? ownTexts.conflictWho(saved_by, formatDateTime(saved_at))
          : ownTexts.conflictUnknown}
      </Text>
      <Paper withBorder p="sm" mt="md" mah={260} bg="var(--surface-hover)" style={{ overflowY: 'auto' }}>
        <Title order={3}>{ownTexts.conflictChanged}</Title>
        {changed.length === 0 ? (
          <Text fz="sm" c="dimmed" mt="xxs">
            {ownTexts.conflictSame}
          </Text>
        ) : (
          <ChangeList changes={changed} names={names} remark={alike} />
        )}
      </Paper>
      <Stack gap="sm" mt="lg">
        <Choice hint={ownTexts.combineHint}>
          <Button data-autofocus onClick={() => onSettle(conflict, true)}>
            {ownTexts.combine}
          </Button>
        </Choice>
        <Choice hint={ownTexts.takeTheirsHint(mine.length)}>
          <Button variant="default" onClick={() => onSettle(conflict, false)}>
            {ownTexts.takeTheirs}
          </Button>
        </Choice>
        <Choice hint={ownTexts.saveOverHint}>
          <Button variant="default" onClick={() => onSaveOver(version)}>
            {ownTexts.saveOver}
          </Button>
        </Choice>
      </Stack>
    </>
  );
}

function Choice({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <Group gap="xxs" wrap="wrap">
      <Stack w={172} pe="sm">
        {children}
      </Stack>
      <Text flex="1 1 200px" fz="sm" c="dimmed" lh={1.4}>
        {hint}
      </Text>
    </Group>
  );
}
