import { IconSquareCheck } from '@tabler/icons-react';
import { selectionTexts as texts } from '#features/files/list/selection.texts.ts';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { useFileSelection, usePicked } from './file-selection.ts';
import styles from '../list/FilesPage.module.css';

/** Turns selection mode on, on phones and other touch screens. */
export function SelectButton() {
  const selection = useFileSelection();
  const { isSelecting } = usePicked(selection);
  return (
    <IconButton
      icon={IconSquareCheck}
      variant={isSelecting ? 'light' : 'default'}
      className={styles.select ?? ''}
      aria-pressed={isSelecting}
      onClick={isSelecting ? selection.clear : selection.begin}
    >
      {texts.select}
    </IconButton>
  );
}
