import { memo } from 'react';
import type { MouseEvent } from 'react';
import type { File } from '#features/files/core/files.contract.ts';
import { selectionTexts as texts } from '#features/files/list/selection.texts.ts';
import { useIsSelected } from './file-selection.ts';
import type { SelectFile as Select } from './use-range-select.ts';
import checkbox from '#web/styles/checkbox.module.css';
import styles from './SelectFile.module.css';

type Props = { file: File; name: string; onSelect: Select };

/** Selects the checkboxes of rows in the document. */
export const selectingBoxes = '[data-selects-file]';

/** The checkbox of a row, on top of its icon. Visible on hover, with the focus, and in selection mode. */
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
    />
  );
});

/** The click event contains the state of the shift key; the change event does not. */
const handledByClick = () => undefined;

/** Prevents the text selection that shift and a click cause. */
const leaveText = (event: MouseEvent) => event.shiftKey && event.preventDefault();
