import { lazy, useState } from 'react';
import type { File } from '#features/files/files.contract.ts';
import { ownTexts } from '#features/files/files.texts.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';

export const loadEditFileForm = () => import('./EditFileForm.tsx');
const EditFileForm = lazy(() => loadEditFileForm().then((file) => ({ default: file.EditFileForm })));

type Props = { file: File | undefined; onClose: () => void };

/** Opens with the current filename; saving or cancelling closes it. Source: spec section 4, file edit dialog. */
export function EditFileDialog({ file, onClose }: Props) {
  // Kept while the dialog fades out, so that the form does not vanish before it.
  const [shown, setShown] = useState(file);
  if (file && file !== shown) setShown(file);
  const [busy, setBusy] = useState(false);

  return (
    <Dialog
      opened={file !== undefined}
      onClose={onClose}
      title={ownTexts.editTitle}
      centered
      // Escape or a stray click must not throw away what is being sent; 'Cancel' does.
      closeOnEscape={!busy}
      closeOnClickOutside={!busy}
      withCloseButton={!busy}
      closeButtonProps={{ 'aria-label': ownTexts.close }}
    >
      {shown && <EditFileForm key={shown.id} file={shown} onBusy={setBusy} onClose={onClose} />}
    </Dialog>
  );
}
