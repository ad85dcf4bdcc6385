import { useState } from 'react';
import type { Container } from '#features/containers/containers.contract.ts';
import { ownTexts, texts } from '#features/containers/containers.texts.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { ContainerForm } from './ContainerForm.tsx';
import { DelayForm } from './DelayForm.tsx';

export type Asked = { action: 'add' | 'edit' | 'delayPfi' | 'delayExFactory'; container: Container | undefined };

type Props = { asked: Asked | undefined; onClose: () => void };

const titles: Record<Asked['action'], string> = {
  add: texts.addTitle,
  edit: texts.editTitle,
  delayPfi: texts.pfiDialog,
  delayExFactory: texts.exFactoryDialog,
};

/** Adding, editing and the two delays. Source: spec section 2, Container Status Management. */
export function ContainerDialogs({ asked, onClose }: Props) {
  // Kept while the dialog fades out, so that its text does not vanish before it.
  const [shown, setShown] = useState(asked);
  if (asked && asked !== shown) setShown(asked);

  // Always there, because it remembers where the focus was only when it goes from closed to open.
  return (
    <Dialog
      opened={asked !== undefined}
      onClose={onClose}
      title={shown && titles[shown.action]}
      closeButtonProps={{ 'aria-label': ownTexts.close }}
      // A stray click must not throw away what was written; Escape and 'Cancel' do.
      closeOnClickOutside={false}
      centered
    >
      {shown && <Form asked={shown} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ asked: { action, container }, onClose }: { asked: Asked; onClose: () => void }) {
  if (action === 'add' || action === 'edit') return <ContainerForm container={container} onClose={onClose} />;
  return <DelayForm kind={action} container={container} onClose={onClose} />;
}
