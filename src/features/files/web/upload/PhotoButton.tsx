import { Button } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useRef } from 'react';
import type { ChangeEvent } from 'react';
import { ownTexts } from '#features/files/files.texts.ts';
import { photoName } from '#features/files/upload.rules.ts';
import styles from './PhotoButton.module.css';

type Props = { disabled: boolean; onAdd: (files: readonly globalThis.File[]) => void };

/** Opens the camera of a phone. Devices with a mouse do not show it: their browsers would open the file chooser. */
export function PhotoButton({ disabled, onAdd }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const add = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const photos = [...(currentTarget.files ?? [])];
    onAdd(
      photos.map((photo) => {
        const { type, lastModified } = photo;
        return new File([photo], photoName(photo.name, new Date(lastModified)), { type, lastModified });
      }),
    );
    // Without the reset, the browser fires no change event for a photo with the same name.
    currentTarget.value = '';
  };

  return (
    <span className={styles.root}>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        disabled={disabled}
        aria-label={ownTexts.takePhoto}
        onChange={add}
      />
      <Button
        variant="default"
        size="sm"
        leftSection={<IconCamera size={18} stroke={1.75} aria-hidden="true" />}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {ownTexts.takePhoto}
      </Button>
    </span>
  );
}
