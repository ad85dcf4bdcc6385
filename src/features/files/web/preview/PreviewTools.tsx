import { UnstyledButton } from '@mantine/core';
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
import { previewTool } from './preview-tool.ts';
import { useKeys } from './use-keys.ts';

type Props = {
  file: ListedFile;
  /** The file to show after this one was deleted. */
  next: number | undefined;
};

const icon = { size: 20, stroke: 1.7, 'aria-hidden': true } as const;

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
      <UnstyledButton {...previewTool(texts.details, 'I')} onClick={details}>
        <IconInfoCircle {...icon} />
      </UnstyledButton>
      {containers && (
        <UnstyledButton {...previewTool(texts.containers, 'C')} onClick={containers}>
          <IconContainer {...icon} />
        </UnstyledButton>
      )}
      {edit && (
        <UnstyledButton {...previewTool(texts.edit, 'E')} onClick={edit}>
          <IconPencil {...icon} />
        </UnstyledButton>
      )}
      {/* The server would refuse both. */}
      {!file.virus_scan?.is_blocked && (
        <>
          <UnstyledButton
            {...previewTool(texts.download, 'D')}
            component="a"
            ref={download}
            href={downloadLink(file)}
            download
            onClick={checkDownload}
          >
            <IconDownload {...icon} />
          </UnstyledButton>
          <UnstyledButton
            {...previewTool(texts.newTab)}
            component="a"
            href={viewLink(file)}
            target="_blank"
            rel="noopener"
            mod="new-tab"
          >
            <IconExternalLink {...icon} />
          </UnstyledButton>
        </>
      )}
      {remove && (
        <UnstyledButton {...previewTool(texts.delete, 'Del')} onClick={remove}>
          <IconTrash {...icon} />
        </UnstyledButton>
      )}
    </>
  );
}
