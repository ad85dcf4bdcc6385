import { IconUpload } from '@tabler/icons-react';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import { dropTexts } from '#features/files/upload/drop.texts.ts';
import { useMayUpload } from '#features/files/web/may-upload.data.ts';
import { pickFiles } from '#web/pick-files.ts';
import { readDropped } from '#web/read-dropped.ts';
import { toast } from '#web/toast.tsx';
import { useFileDrop } from '#web/use-file-drop.ts';
import { DropOverlay } from '#web/widgets/DropOverlay.tsx';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { uploadToContainer } from './container-upload.data.ts';
import { TakePhoto } from './TakePhoto.tsx';
import styles from './UploadDocuments.module.css';

/** `isInDrawer`: the section is in a dialog itself. */
type Props = { containerId: number; isInDrawer: boolean };

/** Uploads files to a container: those dropped anywhere on the page, chosen ones, or on a phone a photo. */
export function UploadDocuments({ containerId, isInDrawer }: Props) {
  const mayUpload = useMayUpload();
  const over = useFileDrop((transfer) => {
    if (document.querySelectorAll('[aria-modal="true"]').length > (isInDrawer ? 1 : 0)) return;
    if (mayUpload === false) toast.error(dropTexts.mayNotUpload);
    else void uploadToContainer(containerId, readDropped(transfer));
  });
  if (!mayUpload) return null;
  const choose = async () => {
    const files = await pickFiles();
    if (files.length > 0) void uploadToContainer(containerId, Promise.resolve({ files, unreadable: [] }));
  };
  return (
    <div className={styles.buttons}>
      <TakePhoto containerId={containerId} size="compact-md" className={styles.photo ?? ''} />
      <IconButton icon={IconUpload} variant="default" size="compact-md" onClick={() => void choose()}>
        {linkTexts.upload}
      </IconButton>
      {over && <DropOverlay isInDialog={isInDrawer}>{linkTexts.dropNow}</DropOverlay>}
    </div>
  );
}
