import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { KeyboardEvent } from 'react';
import type { ListedFile } from '#features/files/core/files.contract.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import { checkDownload } from '#web/check-download.ts';
import { LoadingSpinner } from '#web/widgets/Loading.tsx';
import { downloadLink } from '../files.data.ts';
import { previewedQuery } from './preview.data.ts';
import { PreviewBar } from './PreviewBar.tsx';
import { PreviewTool } from './PreviewTool.tsx';
import styles from './PreviewPanel.module.css';

type Props = {
  id: number;
  /** The file in the list, if it is there. */
  listed: ListedFile | undefined;
  onClose: () => void;
};

/** The preview while its code loads. The dialog of the browser needs no code: it keeps the focus inside. */
export function PreviewOpening({ id, listed, onClose }: Props) {
  const { data: file = listed } = useQuery(previewedQuery(id));
  const titleId = useId();
  const name = file && nameLabel(file);
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  };
  return (
    <dialog ref={openModal} className={`${styles.panel} ${styles.opening}`} aria-labelledby={titleId}>
      <PreviewBar
        name={name}
        renderTitle={(title) => (
          <h2 className={styles.title} id={titleId} title={name}>
            {title}
          </h2>
        )}
        tools={
          file &&
          !file.virus_scan?.is_blocked && (
            <PreviewTool
              icon={IconDownload}
              label={texts.download}
              link={{ href: downloadLink(file), download: true, onClick: checkDownload }}
            />
          )
        }
        onClose={onClose}
        onKeyDown={closeByKey}
      />
      <div className={styles.stage}>
        <LoadingSpinner label={texts.loading} />
      </div>
    </dialog>
  );
}

function openModal(dialog: HTMLDialogElement | null): (() => void) | undefined {
  if (!dialog) return undefined;
  if (!dialog.open) dialog.showModal();
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  // Returns the focus to the row that opened the preview.
  return () => dialog.close();
}
