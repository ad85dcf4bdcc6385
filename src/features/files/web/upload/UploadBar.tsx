import { Button, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { ownTexts } from '#features/files/core/files.texts.ts';
import { coarsePercent } from '#features/files/upload/upload.rules.ts';
import type { UploadProgress } from '../sending/upload-progress-store.ts';
import styles from './UploadBar.module.css';

type Props = { count: number; typeChosen: boolean; progress: UploadProgress | undefined; onUpload: () => void };

/**
 * On a phone the list and its button are below the screen. This bar shows the chosen files and starts the upload. If no type
 * is chosen, it says so in the place of its button.
 */
export function UploadBar({ count, typeChosen, progress, onUpload }: Props) {
  if (count === 0) return null;
  const words = progress ? announcementOf(progress) : !typeChosen && ownTexts.filesAndNoType(count);
  return (
    <div className={styles.bar}>
      {words ? (
        // Hidden from screen readers, because the status element or the warning of the page says the same.
        <Text fw={550} ta="center" lh="42px" aria-hidden="true">
          {words}
        </Text>
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
