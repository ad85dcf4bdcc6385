import { memo } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { File } from '#features/files/files.contract.ts';
import { selectionTexts as texts } from '#features/files/keeping.texts.ts';
import { useIsSelected } from './file-selection.ts';
import type { SelectFile as Select } from './use-range-select.ts';
import checkbox from './SelectCheckbox.module.css';
import styles from './SelectFile.module.css';

type Props = { file: File; name: string; onSelect: Select };

/** Finds the checkboxes of rows. */
export const selectingBoxes = '[data-selects-file]';

/** A row's checkbox, on top of its icon. It shows when it is of use: under the pointer, with the focus, while selecting. */
export const SelectFile = memo(function SelectFile({ file, name, onSelect }: Props) {
  return (
    <input
      type="checkbox"
      className={`${checkbox.box} ${styles.box}`}
      data-selects-file=""
      aria-label={texts.selectFile(name)}
      checked={useIsSelected(file.id)}
      onMouseDown={leaveText}
      onClick={(event) => onSelect(file, event.currentTarget.checked, event.shiftKey)}
      onChange={handledByClick}
      onKeyDown={walk}
    />
  );
});

/** A click says whether shift was held; a change does not. */
const handledByClick = () => undefined;

/** Shift and a click would also select the text between. */
const leaveText = (event: MouseEvent) => event.shiftKey && event.preventDefault();

/** Up and down go to the checkbox of the next row, past the actions; with shift they take it along. */
function walk(event: KeyboardEvent<HTMLInputElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  // Those of folded groups cannot have the focus.
  const boxes = [...document.querySelectorAll<HTMLInputElement>(selectingBoxes)].filter((box) => box.checkVisibility());
  const next = boxes[boxes.indexOf(event.currentTarget) + step];
  next?.focus();
  if (event.shiftKey && next && next.checked !== event.currentTarget.checked) next.click();
}
