import { EditUser } from '#features/users/web/EditUser.tsx';
import { UserEffect } from './rights-effects.tsx';

export const EditUserPart = ({ idText }: { idText: string }) => <EditUser idText={idText} Effect={UserEffect} />;
