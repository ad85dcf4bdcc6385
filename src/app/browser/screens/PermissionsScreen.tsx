import { PermissionsPage } from '#features/permissions/web/PermissionsPage.tsx';
import { MatrixEffect } from './rights-effects.tsx';

export const PermissionsScreen = () => <PermissionsPage Effect={MatrixEffect} />;
