import type { ButtonProps } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import { namedPhotos } from '#features/files/upload/upload.rules.ts';
import { useMayUpload } from '#features/files/web/may-upload.data.ts';
import { takePhoto } from '#web/pick-files.ts';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { uploadToContainer } from './container-upload.data.ts';

/** Opens the camera of a phone and uploads the photo to a container. */
export function TakePhoto({ containerId, ...look }: { containerId: number } & ButtonProps) {
  if (!useMayUpload()) return null;
  const take = async () => {
    const files = namedPhotos(await takePhoto());
    if (files.length > 0) void uploadToContainer(containerId, Promise.resolve({ files, unreadable: [] }));
  };
  return (
    <IconButton icon={IconCamera} variant="default" {...look} onClick={() => void take()}>
      {linkTexts.photo}
    </IconButton>
  );
}
