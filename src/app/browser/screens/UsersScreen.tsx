import { AllTokens } from '#features/tokens/web/AllTokens.tsx';
import { UsersPage } from '#features/users/web/UsersPage.tsx';

export const UsersScreen = () => <UsersPage tokens={<AllTokens />} />;
