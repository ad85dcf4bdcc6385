import { Center, Stack } from '@mantine/core';
import { useState } from 'react';
import type { FileDetails } from '#features/files/core/versions.contract.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { previewKindOf } from '#features/files/preview/preview.rules.ts';
import { previewTexts as texts } from '#features/files/preview/preview.texts.ts';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { viewLink } from '../files.data.ts';
import { PreviewNotice, useCheckExists } from '../preview/PreviewNotice.tsx';
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
      <Center h="100%" px="sm">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- Uploaded media have no captions. */}
        <video {...player} className={styles.video} playsInline preload="metadata" />
      </Center>
    );
  return (
    <Center h="100%" px="sm">
      <Stack className={styles.sound ?? ''} align="center" gap="xl">
        <FileIcon name={name} />
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- See above. */}
        <audio {...player} preload="metadata" />
      </Stack>
    </Center>
  );
}
