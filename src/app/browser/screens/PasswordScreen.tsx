import { PasswordPage } from '#features/passwords/web/PasswordPage.tsx';
import { listUsers } from '#features/users/web/users.data.ts';

export const PasswordScreen = () => <PasswordPage listUsers={listUsers} />;
