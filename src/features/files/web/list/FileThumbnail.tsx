import { useState } from 'react';
import type { ListedFile } from '#features/files/core/files.contract.ts';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { thumbnailLink } from '../files.data.ts';
import styles from './FileThumbnail.module.css';

/** The thumbnail of a picture, or the icon of the file type. Hidden from screen readers. */
export function FileThumbnail({ file, name }: { file: ListedFile; name: string }) {
  const [isBroken, setBroken] = useState(false);
  if (!file.has_thumbnail || isBroken) return <FileIcon name={name} />;
  return (
    <img
      className={styles.thumbnail}
      src={thumbnailLink(file)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
