import { useState } from 'react';
import type { FileDetails } from '#features/files/core/versions.contract.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { previewKindOf } from '#features/files/preview/preview.rules.ts';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { viewLink } from '../files.data.ts';
import { PreviewNotice, useCheckExists } from './PreviewNotice.tsx';
import styles from './PlayerView.module.css';

/** Plays sound or video with the browser's own controls, if it supports the format. */
export function PlayerView({ file }: { file: FileDetails }) {
  const [isUnplayable, setUnplayable] = useState(false);
  useCheckExists(file.id, isUnplayable);
  if (isUnplayable) return <PreviewNotice file={file} title={texts.unplayable} hint={texts.unplayableHint} />;
  const name = nameLabel(file);
  const player = { src: viewLink(file), controls: true, onError: () => setUnplayable(true), 'aria-label': name };
  if (previewKindOf(file.media_type) === 'video')
    return (
      <div className={styles.frame}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- Uploaded media have no captions. */}
        <video {...player} className={styles.video} playsInline preload="metadata" />
      </div>
    );
  return (
    <div className={styles.frame}>
      <div className={styles.sound}>
        <span className={styles.icon}>
          <FileIcon name={name} />
        </span>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- See above. */}
        <audio {...player} className={styles.audio} preload="metadata" />
      </div>
    </div>
  );
}
