import type { DialogRequest } from './ContainerDialogs.tsx';
import { ContainerForm } from './ContainerForm.tsx';
import { DelayForm } from './DelayForm.tsx';

type Props = { request: DialogRequest; onClose: () => void };

/** The form of a dialog. Its code is fetched at the first input on a page. */
export function DialogForm({ request: { action, container }, onClose }: Props) {
  if (action === 'add' || action === 'edit') return <ContainerForm container={container} onClose={onClose} />;
  return <DelayForm kind={action} container={container} onClose={onClose} />;
}
