import { Button } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { ownTexts } from '#features/files/core/files.texts.ts';
import { namedPhotos } from '#features/files/upload/upload.rules.ts';
import { takePhoto } from '#web/pick-files.ts';
import styles from './PhotoButton.module.css';

type Props = { disabled: boolean; onAdd: (files: readonly globalThis.File[]) => void };

/** Opens the camera of a phone. Devices with a mouse do not show it: their browsers would open the file chooser. */
export function PhotoButton({ disabled, onAdd }: Props) {
  const take = async () => onAdd(namedPhotos(await takePhoto()));

  return (
    <span className={styles.root}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconCamera size={18} stroke={1.75} aria-hidden="true" />}
        disabled={disabled}
        onClick={() => void take()}
      >
        {ownTexts.takePhoto}
      </Button>
    </span>
  );
}
