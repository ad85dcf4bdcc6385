import { IconLock, IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { mayActOn } from '#shared/access.ts';
import { CallFailure } from '#web/call-failure.ts';
import { Card } from '#web/widgets/Card.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { EditUserForm } from './EditUserForm.tsx';
import { FormFrame } from './FormFrame.tsx';
import { UserFormLoading } from './UserFormLoading.tsx';
import type { UsersSlots } from './users-page.context.ts';
import { userQuery } from './users.data.ts';

/** Loads the user and fills the form. See docs/specification.md#add-and-edit-users. */
export function EditUser({ idText, Effect }: { idText: string } & Pick<UsersSlots, 'Effect'>) {
  return (
    <FormFrame title={texts.editTitle} subtitle={ownTexts.editSubtitle}>
      {/^[1-9][0-9]{0,9}$/.test(idText) ? <Loaded id={Number(idText)} Effect={Effect} /> : <NoSuchUser />}
    </FormFrame>
  );
}

function Loaded({ id, Effect }: { id: number } & Pick<UsersSlots, 'Effect'>) {
  const self = useCurrentUser();
  const account = useQuery(userQuery(id));
  const { data: user, error } = account;
  if (user && !mayActOn(self, user)) {
    return <Instead icon={IconLock} title={ownTexts.mayNotEdit} hint={ownTexts.mayNotEditHint} />;
  }
  if (user && !account.isFetching)
    return <EditUserForm user={user} self={self} Effect={Effect} onAgain={() => void account.refetch()} />;
  if (!error) return <UserFormLoading />;
  if (error instanceof CallFailure && error.status === 404) return <NoSuchUser />;
  return (
    <Card>
      <LoadFailed query={account} title={ownTexts.loadUserFailed} />
    </Card>
  );
}

const NoSuchUser = () => <Instead icon={IconUserOff} title={ownTexts.noSuchUser} hint={ownTexts.noSuchUserHint} />;

function Instead(props: { icon: typeof IconLock; title: string; hint: string }) {
  return (
    <Card>
      <EmptyState {...props} />
    </Card>
  );
}
