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
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { useFilesPage } from '../files-page.context.ts';
import { downloadLink, viewLink } from '../files.data.ts';
import { useKeys } from './use-keys.ts';
import styles from './PreviewPanel.module.css';

type Props = {
  file: ListedFile;
  /** The file to show after this one was deleted. */
  next: number | undefined;
};

/** The actions of the shown file: buttons, and keys that their titles name. */
export function PreviewTools({ file, next }: Props) {
  const { person, now, mayOpenContainers, onDetails, onEdit, onDelete } = useFilesPage();
  const download = useRef<HTMLAnchorElement>(null);
  const edit = mayEditFile(person, file) ? () => onEdit(file) : undefined;
  const remove = mayDeleteFile(person, file, now) ? () => onDelete(file, next) : undefined;
  const containers = mayOpenContainers ? () => onDetails(file, 'containers') : undefined;
  useKeys({
    i: () => onDetails(file),
    c: containers,
    e: edit,
    d: () => download.current?.click(),
    Delete: remove,
  });

  return (
    <>
      <Tool icon={IconInfoCircle} label={texts.details} keyName="I" onClick={() => onDetails(file)} />
      {containers && <Tool icon={IconContainer} label={texts.containers} keyName="C" onClick={containers} />}
      {edit && <Tool icon={IconPencil} label={texts.edit} keyName="E" onClick={edit} />}
      {/* The server would refuse both. */}
      {!file.virus_scan?.is_blocked && (
        <>
          <a
            ref={download}
            className={styles.tool}
            href={downloadLink(file)}
            download
            onClick={checkDownload}
            aria-label={texts.download}
            title={texts.withKey(texts.download, 'D')}
          >
            <IconDownload size={20} stroke={1.7} aria-hidden="true" />
          </a>
          <a
            className={`${styles.tool} ${styles.newTab}`}
            href={viewLink(file)}
            target="_blank"
            rel="noopener"
            aria-label={texts.newTab}
            title={texts.newTab}
          >
            <IconExternalLink size={20} stroke={1.7} aria-hidden="true" />
          </a>
        </>
      )}
      {remove && <Tool icon={IconTrash} label={texts.delete} keyName="Del" onClick={remove} />}
    </>
  );
}

type ToolProps = { icon: Icon; label: string; keyName: string; onClick: () => void };

function Tool({ icon: ToolIcon, label, keyName, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={texts.withKey(label, keyName)}
      onClick={onClick}
    >
      <ToolIcon size={20} stroke={1.7} />
    </button>
  );
}
