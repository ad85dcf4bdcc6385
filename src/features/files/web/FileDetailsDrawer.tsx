import { lazy, useState } from 'react';
import { nameLabel } from '#features/files/files-view.rules.ts';
import type { File } from '#features/files/files.contract.ts';
import { ownTexts } from '#features/files/files.texts.ts';
import { SideDialog } from '#web/widgets/Dialog.tsx';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import styles from './FileDetails.module.css';

export const loadFileDetails = () => import('./FileDetails.tsx');
const FileDetails = lazy(() => loadFileDetails().then((file) => ({ default: file.FileDetails })));

type Props = { file: File | undefined; onClose: () => void };

/** Everything about one file: what it is, what it was, and who did what with it. */
export function FileDetailsDrawer({ file, onClose }: Props) {
  // Kept while the drawer slides out, so that it is not empty before it is gone.
  const [shown, setShown] = useState(file);
  if (file && file !== shown) setShown(file);
  // A dialog on top of the drawer has Escape for itself.
  const [asking, setAsking] = useState(false);

  return (
    <SideDialog
      opened={file !== undefined}
      onClose={onClose}
      position="right"
      size={480}
      title={shown && <DrawerTitle file={shown} />}
      closeOnEscape={!asking}
      closeOnClickOutside={!asking}
      closeButtonProps={{ 'aria-label': ownTexts.close }}
      classNames={{ header: styles.header ?? '', title: styles.titleBox ?? '', body: styles.body ?? '' }}
    >
      {shown && <FileDetails key={shown.id} file={shown} onAsking={setAsking} />}
    </SideDialog>
  );
}

function DrawerTitle({ file }: { file: File }) {
  const name = nameLabel(file);
  return (
    <span className={styles.title}>
      <FileIcon name={name} />
      <span className={styles.name}>
        <bdi>{name}</bdi>
      </span>
    </span>
  );
}
