import type { File } from '#features/files/core/files.contract.ts';
import { selectionTexts as texts } from '#features/files/list/selection.texts.ts';
import { useFileSelection, useSelectedCount } from './file-selection.ts';
import checkbox from '#web/styles/checkbox.module.css';
import styles from './SelectShown.module.css';

type Props = { files: readonly File[]; group: string };

/** The checkbox of a group: selects or clears all files that the group shows. */
export function SelectShown({ files, group }: Props) {
  const selection = useFileSelection();
  const selected = useSelectedCount(files);
  const label = texts.selectShown(files.length);
  const all = selected === files.length;
  return (
    <label className={styles.root}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <input
        type="checkbox"
        className={`${checkbox.box} ${styles.box}`}
        aria-label={texts.ofGroup(label, group)}
        checked={all}
        ref={(input) => {
          if (input) input.indeterminate = selected > 0 && !all;
        }}
        onChange={() => selection.set(files, !all)}
      />
    </label>
  );
}
