import { useState } from 'react';
import type { File } from '#features/files/core/files.contract.ts';
import { ownTexts } from '#features/files/core/files.texts.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { useShownWhileClosing } from '#web/use-shown-while-closing.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';

/** With the field for a file and its progress, it is not part of the first screen. */
export const loadEditFileForm = () => import('./EditFileForm.tsx');
const EditFileForm = lazyPart(() => loadEditFileForm().then((file) => file.EditFileForm));

type Props = { file: File | undefined; onClose: () => void };

/** Opens with the current file name. 'Save' and 'Cancel' close it. See docs/specification.md#editing-a-file. */
export function EditFileDialog({ file, onClose }: Props) {
  const shown = useShownWhileClosing(file);
  const [busy, setBusy] = useState(false);

  return (
    <Dialog
      opened={file !== undefined}
      onClose={onClose}
      title={ownTexts.editTitle}
      // Escape or a click outside must not abort a running upload; 'Cancel' does.
      closeOnEscape={!busy}
      closeOnClickOutside={!busy}
      withCloseButton={!busy}
    >
      {shown && <EditFileForm key={shown.id} file={shown} busy={busy} onBusy={setBusy} onClose={onClose} />}
    </Dialog>
  );
}
