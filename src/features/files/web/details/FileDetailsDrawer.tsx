import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { ListedFile } from '#features/files/core/files.contract.ts';
import { nameLabel } from '#features/files/list/files-view.rules.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { SideDialog } from '#web/widgets/Dialog.tsx';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import styles from './FileDetails.module.css';

export const loadFileDetails = () => import('./FileDetails.tsx');
const FileDetails = lazyPart(() => loadFileDetails().then((file) => file.FileDetails));

type Props = { file: ListedFile | undefined; section: 'containers' | undefined; onClose: () => void };

/** The drawer with the facts, versions and history of a file. */
export function FileDetailsDrawer({ file, section, onClose }: Props) {
  // Keeps the last file while the drawer slides out, so that it is not empty during the transition.
  const [shown, setShown] = useState(file);
  if (file && file !== shown) setShown(file);
  // While a dialog is open on top of the drawer, Escape closes only the dialog.
  const [asking, setAsking] = useState(false);

  return (
    <SideDialog
      opened={file !== undefined}
      onClose={onClose}
      position="right"
      size={480}
      title={shown && <DrawerTitle name={nameLabel(shown)} />}
      closeOnEscape={!asking}
      closeOnClickOutside={!asking}
      classNames={{ header: styles.header ?? '' }}
    >
      {shown && <FileDetails key={shown.id} file={shown} section={section} onAsking={setAsking} onLeave={onClose} />}
    </SideDialog>
  );
}

function DrawerTitle({ name }: { name: string }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <FileIcon name={name} />
      <Text inherit component="bdi" lineClamp={4}>
        {name}
      </Text>
    </Group>
  );
}
