import { Box } from '@mantine/core';
import { useCallback, useState } from 'react';
import { FileIcon } from '#web/widgets/FileIcon.tsx';

/** The small picture of a selected photo, or the icon of another file. */
export function FilePicture({ file, name }: { file: globalThis.File; name: string }) {
  const [isBroken, setIsBroken] = useState(false);
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(file);
      return () => URL.revokeObjectURL(image.src);
    },
    [file],
  );
  if (isBroken || !shownTypes.includes(file.type)) return <FileIcon name={name} />;
  return (
    <Box
      component="img"
      ref={show}
      alt=""
      w={40}
      h={40}
      m={-3}
      style={{ flex: 'none', objectFit: 'cover', borderRadius: 'var(--mantine-radius-sm)' }}
      decoding="async"
      onError={() => setIsBroken(true)}
    />
  );
}

const shownTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];
