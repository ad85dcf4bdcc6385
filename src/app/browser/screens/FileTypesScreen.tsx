import { FileTypesPage } from '#features/file-types/web/FileTypesPage.tsx';
import { lazyPart } from '#web/lazy-part.ts';

const Checklist = lazyPart(() => import('#features/checklist/web/Checklist.tsx').then((file) => file.Checklist));

export const FileTypesScreen = () => <FileTypesPage Checklist={Checklist} />;
