import { TextInput } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { ownTexts } from '#features/files/files.texts.ts';
import { rowAction } from '#web/widgets/row-action.ts';
import { selectStem } from './select-stem.ts';
import actions from './FileActions.module.css';
import styles from './RenameField.module.css';

type Props = { name: string; onConfirm: (typed: string) => void; onCancel: () => void };

/** Enter or the check confirms, Escape or the arrow cancels. Source: spec section 4, renaming a selected file. */
export function RenameField({ name, onConfirm, onCancel }: Props) {
  const [typed, setTyped] = useState(name);

  const answerKey = (event: KeyboardEvent) => {
    // While an input method composes a character, its Enter and Escape are not meant for us.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') onConfirm(typed);
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <TextInput
        className={styles.field}
        size="sm"
        aria-label={ownTexts.newNameOf(name)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={answerKey}
        onFocus={selectStem}
        autoFocus
        autoComplete="off"
        spellCheck={false}
      />
      <div className={actions.actions}>
        <button {...rowAction(ownTexts.confirmName)} type="button" onClick={() => onConfirm(typed)}>
          <IconCheck size={18} stroke={2} aria-hidden="true" />
        </button>
        <button {...rowAction(ownTexts.cancelName)} type="button" onClick={onCancel}>
          <IconArrowBackUp size={18} stroke={1.7} aria-hidden="true" />
        </button>
      </div>
    </>
  );
}
