import { EvidenceField } from '#features/container-files/web/EvidenceField.tsx';
import { TakePhoto } from '#features/container-files/web/TakePhoto.tsx';
import { ContainerDetailPage } from '#features/containers/web/details/ContainerDetailPage.tsx';
import { lazyPart } from '#web/lazy-part.ts';
import { containerSlotsWith } from './container-slots.tsx';
import { DocumentsOfContainer } from './DocumentsOfContainer.tsx';

const Viewers = lazyPart(() =>
  import('#features/visibility/web/ContainerViewers.tsx').then((file) => file.ContainerViewers),
);

const slots = {
  ...containerSlotsWith(EvidenceField),
  EvidenceField,
  TakePhoto,
  Viewers,
  Documents: DocumentsOfContainer,
};

export const ContainerScreen = () => <ContainerDetailPage slots={slots} />;
