import { EvidenceField } from '#features/container-files/web/EvidenceField.tsx';
import { TakePhoto } from '#features/container-files/web/TakePhoto.tsx';
import { ContainerDetailPage } from '#features/containers/web/details/ContainerDetailPage.tsx';
import { containerSlotsWith } from './container-slots.tsx';
import { DocumentsOfContainer } from './DocumentsOfContainer.tsx';

const slots = { ...containerSlotsWith(EvidenceField), EvidenceField, TakePhoto, Documents: DocumentsOfContainer };

export const ContainerScreen = () => <ContainerDetailPage slots={slots} />;
