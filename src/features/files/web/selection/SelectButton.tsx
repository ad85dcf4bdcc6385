import { Button } from '@mantine/core';
import { IconSquareCheck } from '@tabler/icons-react';
import { selectionTexts as texts } from '#features/files/list/selection.texts.ts';
import { useFileSelection, usePicked } from './file-selection.ts';
import styles from '../list/FilesPage.module.css';

/** Turns selection mode on, on phones and other touch screens. */
export function SelectButton() {
  const selection = useFileSelection();
  const { isSelecting } = usePicked(selection);
  return (
    <Button
      variant={isSelecting ? 'light' : 'default'}
      className={styles.select ?? ''}
      leftSection={<IconSquareCheck size={17} stroke={1.75} aria-hidden="true" />}
      aria-pressed={isSelecting}
      onClick={isSelecting ? selection.clear : selection.begin}
    >
      {texts.select}
    </Button>
  );
}
