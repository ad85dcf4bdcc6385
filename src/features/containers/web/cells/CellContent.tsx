import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cellTexts } from '#features/containers/cells/container-cells.texts.ts';
import { CellEditor } from './CellEditor.tsx';
import { CellNote } from './CellNote.tsx';
import type { CellState } from './use-cells.ts';
import styles from './cells.module.css';

/** The attributes of a cell that is selected, edited or not saved. */
export function attributesOf(state: CellState | undefined) {
  if (!state) return {};
  const { isSelected, isPending, unsaved, editor } = state;
  const saving = isPending || unsaved?.state === 'saving';
  return {
    'aria-selected': isSelected || undefined,
    'aria-busy': saving || undefined,
    'data-selected': isSelected || undefined,
    'data-editing': editor !== undefined || undefined,
    'data-unsaved': saving ? 'saving' : unsaved?.state,
  };
}

/** The field of a cell that is edited, and the entered value of one that is not saved. */
export function CellContent({ state, children }: { state: CellState | undefined; children: ReactNode }) {
  if (!state) return children;
  const { editor, unsaved, note } = state;
  if (editor) return <CellEditor {...editor} />;
  if (!unsaved) return children;
  const isSaving = unsaved.state === 'saving';
  return (
    <>
      {!isSaving && <IconAlertTriangleFilled size={13} className={styles.mark} aria-hidden="true" />}
      <bdi data-cut>{unsaved.entered.shown}</bdi>
      <VisuallyHidden>{isSaving ? cellTexts.saving : cellTexts.unsaved(1)}</VisuallyHidden>
      {note && <CellNote cell={unsaved} actions={note} />}
    </>
  );
}
