import { TextInput } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { ownTexts } from '#features/files/core/files.texts.ts';
import { RowTool } from '#web/widgets/RowTool.tsx';
import { selectStem } from '../details/select-stem.ts';
import actions from '../list/FileActions.module.css';

type Props = { name: string; onConfirm: (typed: string) => void; onCancel: () => void };

/** Enter or the check button confirms, Escape or the arrow cancels. See docs/specification.md#upload-screen. */
export function RenameField({ name, onConfirm, onCancel }: Props) {
  const [typed, setTyped] = useState(name);

  const answerKey = (event: KeyboardEvent) => {
    // During the composition of a character, Enter and Escape belong to the input method.
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
        flex="1 1 0"
        miw={0}
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
        <RowTool icon={IconCheck} label={ownTexts.confirmName} onClick={() => onConfirm(typed)} />
        <RowTool icon={IconArrowBackUp} label={ownTexts.cancelName} onClick={onCancel} />
      </div>
    </>
  );
}
