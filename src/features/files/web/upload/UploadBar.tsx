import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { ownTexts } from '#features/files/files.texts.ts';
import { coarsePercent } from '#features/files/upload.rules.ts';
import type { UploadProgress } from './upload-progress-store.ts';
import styles from './UploadBar.module.css';

type Props = { count: number; progress: UploadProgress | undefined; onUpload: () => void };

/** On a phone the list and its button are below the screen. This bar shows the chosen files and starts the upload. */
export function UploadBar({ count, progress, onUpload }: Props) {
  if (count === 0) return null;
  return (
    <div className={styles.bar}>
      {progress ? (
        // Hidden from screen readers, because the status element of the page announces the same.
        <p className={styles.progress} aria-hidden="true">
          {announcementOf(progress)}
        </p>
      ) : (
        <Button
          size="md"
          fullWidth
          leftSection={<IconUpload size={18} stroke={1.9} aria-hidden="true" />}
          onClick={onUpload}
        >
          {ownTexts.filesAndUpload(count)}
        </Button>
      )}
    </div>
  );
}

export function announcementOf({ pause, sent, total }: UploadProgress): string {
  if (pause) return pause === 'paused' ? ownTexts.paused : ownTexts.waitingForNetwork;
  return ownTexts.announcement(coarsePercent(sent, total));
}
