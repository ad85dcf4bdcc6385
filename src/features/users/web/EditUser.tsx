import { IconLock, IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { mayActOn } from '#features/users/users.rules.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { CallFailure } from '#web/call-failure.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { EditUserForm } from './EditUserForm.tsx';
import { FormFrame } from './FormFrame.tsx';
import { UserFormLoading } from './UserFormLoading.tsx';
import { userQuery } from './users.data.ts';
import styles from './UserForm.module.css';

/** Loads the user and fills the form. Source: spec section 4, Add User form. */
export function EditUser({ idText }: { idText: string }) {
  return (
    <FormFrame title={texts.editTitle} subtitle={ownTexts.editSubtitle}>
      {/^[1-9][0-9]{0,9}$/.test(idText) ? <Loaded id={Number(idText)} /> : <NoSuchUser />}
    </FormFrame>
  );
}

function Loaded({ id }: { id: number }) {
  const self = useCurrentUser();
  const account = useQuery(userQuery(id));
  const { data: user, error } = account;
  if (user && !mayActOn(self, user)) {
    return <Instead icon={IconLock} title={ownTexts.mayNotEdit} hint={ownTexts.mayNotEditHint} />;
  }
  if (user && !account.isFetching)
    return <EditUserForm user={user} self={self} onAgain={() => void account.refetch()} />;
  if (!error) return <UserFormLoading />;
  if (error instanceof CallFailure && error.status === 404) return <NoSuchUser />;
  return (
    <div className={styles.instead}>
      <LoadFailed query={account} title={ownTexts.loadUserFailed} />
    </div>
  );
}

const NoSuchUser = () => <Instead icon={IconUserOff} title={ownTexts.noSuchUser} hint={ownTexts.noSuchUserHint} />;

function Instead(props: { icon: typeof IconLock; title: string; hint: string }) {
  return (
    <div className={styles.instead}>
      <EmptyState {...props} />
    </div>
  );
}
