import { Skeleton } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { ownTexts, texts } from '#features/file-types/file-types.texts.ts';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { NamedItemList } from '#web/widgets/NamedItemList.tsx';
import { FileTypeRow } from './FileTypeRow.tsx';
import styles from './FileTypeTable.module.css';

type Props = {
  fileTypes: UseQueryResult<FileType[]>;
  editedId: number | undefined;
  headingRef: RefObject<HTMLHeadingElement | null>;
  onEdit: (fileType: FileType) => void;
  onDelete: (fileType: FileType) => void;
};

/** 'Existing File Types (count)'. See docs/specification.md#file-type-form-and-table. */
export function FileTypeTable({ fileTypes, editedId, headingRef, onEdit, onDelete }: Props) {
  return (
    <NamedItemList
      query={fileTypes}
      title={texts.existing(fileTypes.data?.length)}
      headingRef={headingRef}
      icon={IconTags}
      texts={ownTexts}
      none={texts.none}
      noMatch={ownTexts.noMatch}
      pending={<PendingRows />}
    >
      {(shown, headingId) => (
        <DataTable
          look="texts"
          headings={[texts.name, texts.description, texts.actions]}
          className={styles.table}
          aria-labelledby={headingId}
        >
          {shown.map((type) => (
            <FileTypeRow
              key={type.id}
              fileType={type}
              edited={type.id === editedId}
              onEdit={onEdit}
              onDelete={onDelete}
            />
          ))}
        </DataTable>
      )}
    </NamedItemList>
  );
}

function PendingRows() {
  return [52, 38, 60, 44].map((width) => (
    <div key={width} className={styles.pending}>
      <Skeleton height={14} width={`${width / 2}%`} />
      <Skeleton height={14} width={`${width}%`} />
    </div>
  ));
}
