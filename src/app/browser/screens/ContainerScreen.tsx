import { ContainerDetailPage } from '#features/containers/web/details/ContainerDetailPage.tsx';
import { containerSlots } from './container-slots.tsx';
import { DocumentsOfContainer } from './DocumentsOfContainer.tsx';

const slots = { ...containerSlots, Documents: DocumentsOfContainer };

export const ContainerScreen = () => <ContainerDetailPage slots={slots} />;
