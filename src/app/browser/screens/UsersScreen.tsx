import { AllTokens } from '#features/tokens/web/AllTokens.tsx';
import { UsersPage } from '#features/users/web/UsersPage.tsx';
import { lazyPart } from '#web/lazy-part.ts';
import { UserEffect } from './rights-effects.tsx';

const slots = {
  Effect: UserEffect,
  VisibleDialog: lazyPart(() =>
    import('#features/visibility/web/VisibleDialog.tsx').then((file) => file.VisibleDialog),
  ),
};

export const UsersScreen = () => <UsersPage tokens={<AllTokens />} slots={slots} />;
