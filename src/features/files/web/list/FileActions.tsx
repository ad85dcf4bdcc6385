import { IconDownload, IconEye, IconInfoCircle, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ListedFile } from '#features/files/core/files.contract.ts';
import { mayDeleteFile, mayEditFile } from '#features/files/core/files.rules.ts';
import { texts } from '#features/files/core/files.texts.ts';
import { detailsTexts } from '#features/files/core/versions.texts.ts';
import { checkDownload } from '#web/check-download.ts';
import { rowAction } from '#web/widgets/row-action.ts';
import { useFilesPage } from '../files-page.context.ts';
import { downloadLink, viewLink } from '../files.data.ts';
import styles from './FileActions.module.css';

/** The actions of a file. Their labels are equal in every row; `nameId` refers a screen reader to the file. */
export function FileActions({ file, nameId }: { file: ListedFile; nameId: string }) {
  const { person, now, onEdit, onDelete, onDetails, onPreview } = useFilesPage();
  const named = (name: string) => rowAction(name, nameId);

  return (
    <div className={styles.actions}>
      {file.virus_scan?.is_blocked ? (
        // The preview says why the file cannot be opened.
        <button {...named(texts.view)} type="button" aria-haspopup="dialog" onClick={() => onPreview(file)}>
          <IconEye size={18} stroke={1.7} aria-hidden="true" />
        </button>
      ) : (
        <a {...named(texts.view)} href={viewLink(file)} target="_blank" rel="noopener">
          <IconEye size={18} stroke={1.7} aria-hidden="true" />
        </a>
      )}
      <a {...named(texts.download)} href={downloadLink(file)} download onClick={checkDownload}>
        <IconDownload size={18} stroke={1.7} aria-hidden="true" />
      </a>
      {mayEditFile(person, file) && (
        <button {...named(texts.edit)} type="button" onClick={() => onEdit(file)}>
          <IconPencil size={18} stroke={1.7} aria-hidden="true" />
        </button>
      )}
      {mayDeleteFile(person, file, now) && (
        <button {...named(texts.delete)} type="button" data-danger="true" onClick={() => onDelete(file)}>
          <IconTrash size={18} stroke={1.7} aria-hidden="true" />
        </button>
      )}
      <button {...named(detailsTexts.details)} type="button" aria-haspopup="dialog" onClick={() => onDetails(file)}>
        <IconInfoCircle size={18} stroke={1.7} aria-hidden="true" />
      </button>
    </div>
  );
}
