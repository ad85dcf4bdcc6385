import { Group, Text } from '@mantine/core';
import { useId } from 'react';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { ownTexts, texts } from '#features/file-types/file-types.texts.ts';
import { DataCell, DataRow, DataRowHeading } from '#web/widgets/DataTable.tsx';
import { NamedItemActions } from '#web/widgets/NamedItemActions.tsx';
import styles from './FileTypeTable.module.css';

type Props = {
  fileType: FileType;
  /** The number of its files; undefined until it is loaded. */
  files: number | undefined;
  edited: boolean;
  onEdit: (fileType: FileType) => void;
  onDelete: (fileType: FileType) => void;
};

export function FileTypeRow({ fileType, files, edited, onEdit, onDelete }: Props) {
  const nameId = useId();
  return (
    <DataRow className={styles.row} data-edited={edited}>
      <DataRowHeading id={nameId}>
        <Text component="bdi" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {fileType.name}
        </Text>
      </DataRowHeading>
      <DataCell>
        <Group gap="md" justify="space-between" wrap="nowrap" c="dimmed" fz="sm">
          <Text inherit style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            {fileType.description ?? ownTexts.noDescription}
          </Text>
          <Text span inherit style={{ flex: 'none', fontVariantNumeric: 'tabular-nums' }}>
            {files !== undefined && ownTexts.files(files)}
          </Text>
        </Group>
      </DataCell>
      <DataCell>
        <NamedItemActions
          edit={texts.edit}
          nameId={nameId}
          onEdit={() => onEdit(fileType)}
          onDelete={() => onDelete(fileType)}
        />
      </DataCell>
    </DataRow>
  );
}
