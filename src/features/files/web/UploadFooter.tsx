import { Button } from '@mantine/core';
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react';
import { texts } from '#features/files/files.texts.ts';
import type { UploadProgress } from './upload-book.ts';
import { UploadProgressPanel } from './UploadProgressPanel.tsx';
import styles from './UploadFooter.module.css';

type Props = {
  count: number;
  typeChosen: boolean;
  progress: UploadProgress | undefined;
  onUpload: () => void;
  onCancel: () => void;
};

/** What is still missing, the button, and how far it is. Source: spec sections 2 and 5, Upload. */
export function UploadFooter({ count, typeChosen, progress, onUpload, onCancel }: Props) {
  const busy = progress !== undefined;
  return (
    <div className={styles.footer}>
      {!typeChosen && !busy && (
        <p className={styles.warning} data-urgent={count > 0}>
          <IconAlertTriangle size={17} stroke={1.9} aria-hidden="true" />
          {texts.chooseTypeFirst}
        </p>
      )}
      {progress && <UploadProgressPanel progress={progress} onCancel={onCancel} />}
      <Button
        size="md"
        fullWidth
        leftSection={!busy && <IconUpload size={18} stroke={1.9} aria-hidden="true" />}
        disabled={busy || count === 0 || !typeChosen}
        onClick={onUpload}
      >
        {busy ? texts.uploading : texts.uploadFiles(count)}
      </Button>
    </div>
  );
}
