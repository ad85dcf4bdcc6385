import { ContainersPage } from '#features/containers/web/list/ContainersPage.tsx';
import { lazyPart } from '#web/lazy-part.ts';
import { containerSlotsWith } from './container-slots.tsx';

/** Both are loaded when a dialog or drawer of the list opens. */
const Documents = lazyPart(() => import('./DocumentsOfContainer.tsx').then((file) => file.DocumentsOfContainer));
const EvidenceField = lazyPart(() =>
  import('#features/container-files/web/EvidenceField.tsx').then((file) => file.EvidenceField),
);

const slots = { ...containerSlotsWith(EvidenceField), EvidenceField, Documents };

export const ContainersScreen = () => <ContainersPage slots={slots} />;
