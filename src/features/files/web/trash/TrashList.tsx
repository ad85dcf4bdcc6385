import { useState } from 'react';
import type { TrashedFile } from '#features/files/trash/trash.contract.ts';
import { trashTexts as texts } from '#features/files/trash/trash.texts.ts';
import { DeleteForGoodDialog } from './DeleteForGoodDialog.tsx';
import { TrashRow } from './TrashRow.tsx';
import styles from './TrashList.module.css';

type Props = { files: readonly TrashedFile[]; onGone: () => void };

/** The files in the trash; `onGone` is called when a file has left it. */
export function TrashList({ files, onGone }: Props) {
  const [deleting, setDeleting] = useState<TrashedFile>();
  return (
    <>
      <ul className={styles.list} aria-label={texts.list}>
        {files.map((file) => (
          <TrashRow key={file.id} file={file} onDelete={setDeleting} onGone={onGone} />
        ))}
      </ul>
      <DeleteForGoodDialog file={deleting} onClose={() => setDeleting(undefined)} onGone={onGone} />
    </>
  );
}
