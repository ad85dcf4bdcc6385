import { Box, Group, Title } from '@mantine/core';
import { IconCamera, IconFolderPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useLocation } from 'react-router';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { namedPhotos } from '#features/files/upload/upload.rules.ts';
import { pickFolder, takePhoto } from '#web/pick-files.ts';
import { readDropped } from '#web/read-dropped.ts';
import type { Dropped } from '#web/read-dropped.ts';
import { toast } from '#web/toast.tsx';
import { useFileDrop } from '#web/use-file-drop.ts';
import { DropZone } from '#web/widgets/DropZone.tsx';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { takeDropped } from './dropped-files.ts';
import styles from './DropArea.module.css';

type Props = {
  /** Whether `onAdd` can be called already with files that were dropped on another page. */
  ready: boolean;
  disabled: boolean;
  onAdd: (files: readonly globalThis.File[]) => void;
};

/** Accepts a click, or dropped files and folders. See docs/specification.md#upload-screen. */
export function DropArea({ ready, disabled, onAdd }: Props) {
  const headingId = useId();
  const [reading, setReading] = useState(false);

  const take = async (transfer: DataTransfer) => {
    if (disabled) return toast.error(ownTexts.waitForUpload);
    await addDropped(readDropped(transfer));
  };
  const addDropped = async (dropped: Promise<Dropped>) => {
    setReading(true);
    const { files, unreadable } = await dropped;
    setReading(false);
    onAdd(files);
    if (unreadable.length > 0) toast.error(ownTexts.unreadable(unreadable));
    else if (files.length === 0) toast.error(ownTexts.nothingDropped);
  };
  const { state } = useLocation() as { state: unknown };
  const addFromOtherPage = useEffectEvent(() => {
    const dropped = takeDropped(state);
    if (dropped) void addDropped(dropped);
  });
  useEffect(() => {
    if (ready) addFromOtherPage();
  }, [ready]);
  const over = useFileDrop((transfer) => void take(transfer));

  const chooseFolder = async () => {
    const files = await pickFolder();
    if (files?.length === 0) toast.error(ownTexts.emptyFolder);
    else if (files) onAdd(files);
  };

  return (
    <Box miw={0}>
      <Group justify="space-between" gap="xxs" mb="xs">
        <Title order={2} className={styles.heading ?? ''} id={headingId}>
          {texts.selectFiles}
        </Title>
        {/* Opens the camera of a phone. On a device with a mouse, it is hidden: browsers would open the file chooser. */}
        <span className={styles.photo}>
          <IconButton
            icon={IconCamera}
            variant="default"
            disabled={disabled}
            onClick={() => void takePhoto().then((photos) => onAdd(namedPhotos(photos)))}
          >
            {ownTexts.takePhoto}
          </IconButton>
        </span>
        <IconButton
          icon={IconFolderPlus}
          variant="subtle"
          size="compact-sm"
          disabled={disabled}
          onClick={() => void chooseFolder()}
        >
          {ownTexts.chooseFolder}
        </IconButton>
      </Group>
      <DropZone
        label={{ id: headingId }}
        limits={disabled ? undefined : ownTexts.dropLimits}
        multiple
        disabled={disabled}
        isOver={over}
        onChoose={onAdd}
        invitation={reading ? ownTexts.listingFolders : invitationOf(disabled, over)}
      />
    </Box>
  );
}

function invitationOf(disabled: boolean, over: boolean) {
  if (disabled) return ownTexts.waitForUpload;
  return over ? ownTexts.dropNow : { pointer: ownTexts.drop, thumb: ownTexts.tap };
}
