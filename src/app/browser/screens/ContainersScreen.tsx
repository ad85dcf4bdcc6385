import { ContainersPage } from '#features/containers/web/list/ContainersPage.tsx';
import { lazyPart } from '#web/lazy-part.ts';
import { containerSlots } from './container-slots.tsx';

/** Loaded when the drawer of a container opens. */
const Documents = lazyPart(() => import('./DocumentsOfContainer.tsx').then((file) => file.DocumentsOfContainer));

const slots = { ...containerSlots, Documents };

export const ContainersScreen = () => <ContainersPage slots={slots} />;
