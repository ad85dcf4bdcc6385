import {
  IconContainer,
  IconDownload,
  IconExternalLink,
  IconInfoCircle,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useRef } from 'react';
import type { ListedFile } from '#features/files/core/files.contract.ts';
import { mayDeleteFile, mayEditFile } from '#features/files/core/files.rules.ts';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import { checkDownload } from '#web/check-download.ts';
import { useFilesPage } from '../files-page.context.ts';
import { downloadLink, viewLink } from '../files.data.ts';
import { PreviewTool } from './PreviewTool.tsx';
import { useKeys } from './use-keys.ts';

type Props = {
  file: ListedFile;
  /** The file to show after this one was deleted. */
  next: number | undefined;
};

/** The actions of the shown file: buttons, and keys that their titles name. */
export function PreviewTools({ file, next }: Props) {
  const { person, now, mayOpenContainers, onDetails, onEdit, onDelete } = useFilesPage();
  const download = useRef<HTMLAnchorElement>(null);
  const details = () => onDetails(file);
  const edit = mayEditFile(person, file) ? () => onEdit(file) : undefined;
  const remove = mayDeleteFile(person, file, now) ? () => onDelete(file, next) : undefined;
  const containers = mayOpenContainers ? () => onDetails(file, 'containers') : undefined;
  useKeys({ i: details, c: containers, e: edit, d: () => download.current?.click(), Delete: remove });

  return (
    <>
      <PreviewTool icon={IconInfoCircle} label={texts.details} keyName="I" onClick={details} />
      {containers && <PreviewTool icon={IconContainer} label={texts.containers} keyName="C" onClick={containers} />}
      {edit && <PreviewTool icon={IconPencil} label={texts.edit} keyName="E" onClick={edit} />}
      {/* The server would refuse both. */}
      {!file.virus_scan?.is_blocked && (
        <>
          <PreviewTool
            icon={IconDownload}
            label={texts.download}
            keyName="D"
            link={{ ref: download, href: downloadLink(file), download: true, onClick: checkDownload }}
          />
          <PreviewTool
            icon={IconExternalLink}
            label={texts.newTab}
            link={{ href: viewLink(file), target: '_blank', rel: 'noopener' }}
          />
        </>
      )}
      {remove && <PreviewTool icon={IconTrash} label={texts.delete} keyName="Del" onClick={remove} />}
    </>
  );
}
