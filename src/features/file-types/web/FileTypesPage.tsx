import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { fileTypesContract } from '#features/file-types/file-types.contract.ts';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { ownTexts, texts } from '#features/file-types/file-types.texts.ts';
import { filesKey } from '#features/files/web/files.data.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { fileTypesQuery, managedFileTypesQuery } from './file-types.data.ts';
import { FileTypeForm } from './FileTypeForm.tsx';
import { FileTypeTable } from './FileTypeTable.tsx';
import { FileTypeUsage } from './FileTypeUsage.tsx';
import styles from './FileTypesPage.module.css';

/** What shows file types: their list, and the files below them. */
const withFileTypes = [fileTypesQuery.queryKey, filesKey];

/** File Type Management. Source: spec sections 2 and 4. */
export function FileTypesPage() {
  const client = useQueryClient();
  const fileTypes = useQuery(managedFileTypesQuery);
  // Each turn of the form starts anew: for a new file type, or for the one to be changed.
  const [turn, setTurn] = useState<{ number: number; fileTypeId?: number }>({ number: 0 });
  const edited = fileTypes.data?.find((fileType) => fileType.id === turn.fileTypeId);
  const listHeading = useRef<HTMLHeadingElement>(null);
  const { confirm, dialog } = useConfirm();
  const removal = useAction(fileTypesContract.remove, {
    done: texts.deleted,
    failed: texts.deleteFailed,
    refresh: withFileTypes,
  });

  const begin = (fileType?: FileType) =>
    setTurn(({ number }) => ({ number: number + 1, ...(fileType && { fileTypeId: fileType.id }) }));
  const remove = async (fileType: FileType) => {
    if (!(await confirm(texts.confirmDelete, <FileTypeUsage fileType={fileType} />))) return;
    await removal.run({ id: fileType.id });
    const isThere = client.getQueryData(fileTypesQuery.queryKey)?.some(({ id }) => id === fileType.id);
    // The button that had the focus is gone with its row.
    if (!isThere) listHeading.current?.focus();
  };

  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} subtitle={ownTexts.subtitle} />
      <FileTypeForm
        key={`${turn.number}:${edited?.id ?? ''}`}
        fileType={edited}
        focused={turn.number > 0}
        refresh={withFileTypes}
        onDone={() => begin()}
      />
      <FileTypeTable
        fileTypes={fileTypes}
        editedId={edited?.id}
        headingRef={listHeading}
        onEdit={begin}
        onDelete={(fileType) => void remove(fileType)}
      />
      {dialog}
    </div>
  );
}
