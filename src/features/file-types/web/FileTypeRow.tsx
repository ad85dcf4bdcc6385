import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { ownTexts, texts } from '#features/file-types/file-types.texts.ts';
import { rowAction } from '#web/widgets/row-action.ts';
import styles from './FileTypeTable.module.css';

type Props = {
  fileType: FileType;
  edited: boolean;
  onEdit: (fileType: FileType) => void;
  onDelete: (fileType: FileType) => void;
};

/** The buttons are named alike in every row; `nameId` tells a screen reader which file type is meant. */
export function FileTypeRow({ fileType, edited, onEdit, onDelete }: Props) {
  const nameId = useId();
  const named = (name: string) => rowAction(name, nameId);

  return (
    <tr data-edited={edited}>
      <th scope="row" className={styles.name} id={nameId}>
        <bdi>{fileType.name}</bdi>
      </th>
      <td className={styles.description}>{fileType.description ?? ownTexts.noDescription}</td>
      <td>
        <div className={styles.actions}>
          <button type="button" {...named(texts.edit)} onClick={() => onEdit(fileType)}>
            <IconPencil size={18} stroke={1.7} aria-hidden="true" />
          </button>
          <button type="button" {...named(texts.delete)} data-danger="true" onClick={() => onDelete(fileType)}>
            <IconTrash size={18} stroke={1.7} aria-hidden="true" />
          </button>
        </div>
      </td>
    </tr>
  );
}
