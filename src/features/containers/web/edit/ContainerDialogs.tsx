import { useEffect } from 'react';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { texts } from '#features/containers/core/containers.texts.ts';
import { fetchOnFirstInput } from '#web/fetch-early.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { useShownWhileClosing } from '#web/use-shown-while-closing.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';

export type DialogRequest = {
  action: 'add' | 'edit' | 'delayPfi' | 'delayExFactory';
  container: Container | undefined;
};

const loadForm = () => import('./DialogForm.tsx').then((file) => file.DialogForm);
const DialogForm = lazyPart(loadForm);

type Props = { request: DialogRequest | undefined; onClose: () => void };

const titles: Record<DialogRequest['action'], string> = {
  add: texts.addTitle,
  edit: texts.editTitle,
  delayPfi: texts.pfiDialog,
  delayExFactory: texts.exFactoryDialog,
};

/** The dialogs that add, edit and delay. See docs/specification.md#containers-the-dialogs. */
export function ContainerDialogs({ request, onClose }: Props) {
  const shown = useShownWhileClosing(request);
  useEffect(() => fetchOnFirstInput(loadForm), []);

  // Always mounted, because the dialog stores the previous focus only when it changes from closed to open.
  return (
    <Dialog
      opened={request !== undefined}
      onClose={onClose}
      title={shown && titles[shown.action]}
      // A click outside must not discard the input; only Escape and 'Cancel' do.
      closeOnClickOutside={false}
    >
      {shown && <DialogForm request={shown} onClose={onClose} />}
    </Dialog>
  );
}
