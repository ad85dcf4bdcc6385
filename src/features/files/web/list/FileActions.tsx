import { IconDownload, IconEye, IconInfoCircle, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ListedFile } from '#features/files/core/files.contract.ts';
import { mayDeleteFile, mayEditFile } from '#features/files/core/files.rules.ts';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { detailsTexts } from '#features/files/core/versions.texts.ts';
import { checkDownload } from '#web/check-download.ts';
import { RowTool } from '#web/widgets/RowTool.tsx';
import { useFilesPage } from '../files-page.context.ts';
import { downloadLink, viewLink } from '../files.data.ts';

/** The actions of a file. Each name begins with the action and ends with the name of the file. */
export function FileActions({ file, name }: { file: ListedFile; name: string }) {
  const { person, now, onEdit, onDelete, onDetails, onPreview } = useFilesPage();
  const named = (action: string) => ownTexts.actionOn(action, name);

  return (
    <>
      {file.virus_scan?.is_blocked ? (
        // The preview says why the file cannot be opened.
        <RowTool icon={IconEye} label={named(texts.view)} aria-haspopup="dialog" onClick={() => onPreview(file)} />
      ) : (
        <RowTool
          icon={IconEye}
          label={named(texts.view)}
          link={{ href: viewLink(file), target: '_blank', rel: 'noopener' }}
        />
      )}
      <RowTool
        icon={IconDownload}
        label={named(texts.download)}
        link={{ href: downloadLink(file), download: true, onClick: checkDownload }}
      />
      {mayEditFile(person, file) && (
        <RowTool icon={IconPencil} label={named(texts.edit)} onClick={() => onEdit(file)} />
      )}
      {mayDeleteFile(person, file, now) && (
        <RowTool icon={IconTrash} label={named(texts.delete)} isDangerous onClick={() => onDelete(file)} />
      )}
      <RowTool
        icon={IconInfoCircle}
        label={named(detailsTexts.details)}
        aria-haspopup="dialog"
        onClick={() => onDetails(file)}
      />
    </>
  );
}
