import { Box, Button, Text } from '@mantine/core';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { ownTexts, texts } from '#features/permissions/permissions.texts.ts';
import { Card } from '#web/widgets/Card.tsx';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import styles from './SaveBar.module.css';

type Props = {
  unsaved: number;
  busy: boolean;
  /** The unsaved changes in words. */
  changes: ReactNode;
  /** What they would change for whom. */
  effect: ReactNode;
  onDiscard: () => void;
  onSave: () => void;
};

/** The number of unsaved changes and the save button. */
export function SaveBar({ unsaved, busy, changes, effect, onDiscard, onSave }: Props) {
  const { confirm, dialog } = useConfirm();
  const saveButton = useRef<HTMLButtonElement>(null);
  const discard = async () => {
    const title = ownTexts.discardTitle(unsaved);
    const question = ownTexts.discardQuestion;
    if (!(await confirm({ title, question, affected: changes, action: ownTexts.discard }))) return;
    onDiscard();
    // This button is disabled now.
    saveButton.current?.focus({ preventScroll: true });
  };
  return (
    <Card className={styles.bar} data-unsaved={unsaved > 0}>
      <Box flex="1 1 200px">
        <Text fz="sm" role="status" {...(unsaved > 0 ? { fw: 550, c: 'var(--accent-text)' } : { c: 'dimmed' })}>
          {unsaved > 0 ? ownTexts.unsaved(unsaved) : ownTexts.allSaved}
        </Text>
        {effect}
      </Box>
      <Button variant="default" disabled={unsaved === 0 || busy} onClick={() => void discard()}>
        {ownTexts.discard}
      </Button>
      {/* Saving without a change is allowed, so that the button keeps its place and the focus. */}
      <Button ref={saveButton} variant={unsaved > 0 || busy ? 'filled' : 'default'} disabled={busy} onClick={onSave}>
        {busy ? texts.saving : texts.save}
      </Button>
      {dialog}
    </Card>
  );
}
