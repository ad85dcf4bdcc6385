import { Button } from '@mantine/core';
import { ownTexts, texts } from '#features/permissions/permissions.texts.ts';
import styles from './SaveBar.module.css';

type Props = { unsaved: number; busy: boolean; onDiscard: () => void; onSave: () => void };

/** Always in view: what is not saved yet, and the button that saves it. */
export function SaveBar({ unsaved, busy, onDiscard, onSave }: Props) {
  return (
    <div className={styles.bar} data-unsaved={unsaved > 0}>
      <p className={styles.state} role="status">
        {unsaved > 0 ? ownTexts.unsaved(unsaved) : ownTexts.allSaved}
      </p>
      <Button variant="default" disabled={unsaved === 0 || busy} onClick={onDiscard}>
        {ownTexts.discard}
      </Button>
      <Button disabled={busy} onClick={onSave}>
        {busy ? texts.saving : texts.save}
      </Button>
    </div>
  );
}
