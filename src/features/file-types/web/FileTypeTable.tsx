import { IconTags } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { ownTexts, texts } from '#features/file-types/file-types.texts.ts';
import { DataRows, DataTable } from '#web/widgets/DataTable.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { NamedItemList } from '#web/widgets/NamedItemList.tsx';
import { fileTypeCountsQuery } from './file-types.data.ts';
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
  const { data: counts } = useQuery(fileTypeCountsQuery);
  return (
    <NamedItemList
      query={fileTypes}
      title={texts.existing(fileTypes.data?.length)}
      headingRef={headingRef}
      icon={IconTags}
      texts={ownTexts}
      none={texts.none}
      noMatch={ownTexts.noMatch}
      pending={<LoadingRows height={56} />}
    >
      {(shown, headingId) => (
        <DataTable
          look="cards"
          headings={[texts.name, texts.description, texts.actions]}
          className={styles.table}
          aria-labelledby={headingId}
        >
          <DataRows>
            {shown.map((type) => (
              <FileTypeRow
                key={type.id}
                fileType={type}
                files={counts?.get(type.id)}
                edited={type.id === editedId}
                onEdit={onEdit}
                onDelete={onDelete}
              />
            ))}
          </DataRows>
        </DataTable>
      )}
    </NamedItemList>
  );
}
