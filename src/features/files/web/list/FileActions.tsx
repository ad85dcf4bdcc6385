import { IconDownload, IconEye, IconInfoCircle, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ListedFile } from '#features/files/core/files.contract.ts';
import { mayDeleteFile, mayEditFile } from '#features/files/core/files.rules.ts';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { detailsTexts } from '#features/files/core/versions.texts.ts';
import { checkDownload } from '#web/check-download.ts';
import { rowAction } from '#web/widgets/row-action.ts';
import { useFilesPage } from '../files-page.context.ts';
import { downloadLink, viewLink } from '../files.data.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** The actions of a file. Each name begins with the action and ends with the name of the file. */
export function FileActions({ file, name }: { file: ListedFile; name: string }) {
  const { person, now, onEdit, onDelete, onDetails, onPreview } = useFilesPage();
  const named = (action: string) => rowAction(ownTexts.actionOn(action, name));

  return (
    <>
      {file.virus_scan?.is_blocked ? (
        // The preview says why the file cannot be opened.
        <button {...named(texts.view)} type="button" aria-haspopup="dialog" onClick={() => onPreview(file)}>
          <IconEye {...icon} />
        </button>
      ) : (
        <a {...named(texts.view)} href={viewLink(file)} target="_blank" rel="noopener">
          <IconEye {...icon} />
        </a>
      )}
      <a {...named(texts.download)} href={downloadLink(file)} download onClick={checkDownload}>
        <IconDownload {...icon} />
      </a>
      {mayEditFile(person, file) && (
        <button {...named(texts.edit)} type="button" onClick={() => onEdit(file)}>
          <IconPencil {...icon} />
        </button>
      )}
      {mayDeleteFile(person, file, now) && (
        <button {...named(texts.delete)} type="button" data-danger="true" onClick={() => onDelete(file)}>
          <IconTrash {...icon} />
        </button>
      )}
      <button {...named(detailsTexts.details)} type="button" aria-haspopup="dialog" onClick={() => onDetails(file)}>
        <IconInfoCircle {...icon} />
      </button>
    </>
  );
}
