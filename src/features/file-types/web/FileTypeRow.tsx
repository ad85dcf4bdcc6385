import { useId } from 'react';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { ownTexts, texts } from '#features/file-types/file-types.texts.ts';
import { NamedItemActions } from '#web/widgets/NamedItemActions.tsx';
import styles from './FileTypeTable.module.css';

type Props = {
  fileType: FileType;
  edited: boolean;
  onEdit: (fileType: FileType) => void;
  onDelete: (fileType: FileType) => void;
};

export function FileTypeRow({ fileType, edited, onEdit, onDelete }: Props) {
  const nameId = useId();

  return (
    <tr data-edited={edited}>
      <th scope="row" className={styles.name} id={nameId}>
        <bdi>{fileType.name}</bdi>
      </th>
      <td className={styles.description}>{fileType.description ?? ownTexts.noDescription}</td>
      <td>
        <NamedItemActions
          edit={texts.edit}
          nameId={nameId}
          className={styles.actions}
          onEdit={() => onEdit(fileType)}
          onDelete={() => onDelete(fileType)}
        />
      </td>
    </tr>
  );
}
