import { ContainerField } from '#features/container-files/web/ContainerField.tsx';
import { UploadPage } from '#features/files/web/upload/UploadPage.tsx';

export const UploadScreen = () => <UploadPage ContainerField={ContainerField} />;
