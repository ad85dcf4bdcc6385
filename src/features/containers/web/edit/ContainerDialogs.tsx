import type { Container } from '#features/containers/core/containers.contract.ts';
import { ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { useShownWhileClosing } from '#web/use-shown-while-closing.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { ContainerForm } from './ContainerForm.tsx';
import { DelayForm } from './DelayForm.tsx';

export type DialogRequest = {
  action: 'add' | 'edit' | 'delayPfi' | 'delayExFactory';
  container: Container | undefined;
};

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

  // Always mounted, because the dialog stores the previous focus only when it changes from closed to open.
  return (
    <Dialog
      opened={request !== undefined}
      onClose={onClose}
      title={shown && titles[shown.action]}
      closeButtonProps={{ 'aria-label': ownTexts.close }}
      // A click outside must not discard the input; only Escape and 'Cancel' do.
      closeOnClickOutside={false}
      centered
    >
      {shown && <Form request={shown} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ request: { action, container }, onClose }: { request: DialogRequest; onClose: () => void }) {
  if (action === 'add' || action === 'edit') return <ContainerForm container={container} onClose={onClose} />;
  return <DelayForm kind={action} container={container} onClose={onClose} />;
}
