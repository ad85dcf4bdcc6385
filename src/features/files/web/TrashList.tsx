import { useState } from 'react';
import { trashTexts as texts } from '#features/files/keeping.texts.ts';
import type { TrashedFile } from '#features/files/trash.contract.ts';
import { DeleteForGoodDialog } from './DeleteForGoodDialog.tsx';
import { TrashRow } from './TrashRow.tsx';
import styles from './TrashList.module.css';

type Props = { files: readonly TrashedFile[]; onGone: () => void };

/** The files in the trash; `onGone` hears when one has left it. */
export function TrashList({ files, onGone }: Props) {
  const [doomed, setDoomed] = useState<TrashedFile>();
  return (
    <>
      <ul className={styles.list} aria-label={texts.list}>
        {files.map((file) => (
          <TrashRow key={file.id} file={file} onDelete={setDoomed} onGone={onGone} />
        ))}
      </ul>
      <DeleteForGoodDialog file={doomed} onClose={() => setDoomed(undefined)} onGone={onGone} />
    </>
  );
}
