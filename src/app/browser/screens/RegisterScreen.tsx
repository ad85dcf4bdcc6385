import { RegisterPage } from '#features/users/web/RegisterPage.tsx';
import { lazyPart } from '#web/lazy-part.ts';

const EditUser = lazyPart(() => import('./EditUserPart.tsx').then((file) => file.EditUserPart));

export const RegisterScreen = () => <RegisterPage EditUser={EditUser} />;
