import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { usersContract } from '#features/users/users.contract.ts';
import type { User } from '#features/users/users.contract.ts';
import { ownTexts, texts, userActions } from '#features/users/users.texts.ts';
import { texts as webTexts } from '#web/texts.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { UserDialog } from './UserDialog.tsx';
import type { RequestedAction } from './UserDialog.tsx';
import type { UserAction, UsersSlots } from './users-page.context.ts';
import { changePages, isDeleted, staleUserQueries } from './users.data.ts';

type UserActions = { act: (action: UserAction, user: User) => void; dialogs: ReactNode };

/** The actions of the list and their dialogs. Calls `onDeleted` when a row has been removed. */
export function useUserActions(slots: UsersSlots, onDeleted: () => void): UserActions {
  const client = useQueryClient();
  const [requested, setRequested] = useState<RequestedAction>();
  const [seen, setSeen] = useState<{ user: User; opened: boolean }>();
  const { confirm, dialog } = useConfirm();
  const removal = useAction(usersContract.remove, {
    done: texts.deleted,
    failed: texts.deleteFailed,
    refresh: staleUserQueries,
  });
  const reactivation = useAction(usersContract.reactivate, {
    ...userActions.reactivate,
    refresh: staleUserQueries,
  });

  const updateRow = (changed: User) =>
    changePages(client, (users) => users.map((user) => (user.id === changed.id ? changed : user)));

  const remove = async (user: User) => {
    const affected = ownTexts.filesStay(user.files_count);
    if (!(await confirm({ title: webTexts.confirmTitle(user.name), question: texts.confirmDelete, affected }))) return;
    await removal.run({ id: user.id });
    if (!(await isDeleted(user.id))) return;
    changePages(client, (users) => users.filter((one) => one.id !== user.id));
    onDeleted();
  };
  const reactivate = async (user: User) => {
    const changed = await reactivation.run({ id: user.id });
    if (changed) updateRow(changed);
  };

  const act = (action: UserAction, user: User) => {
    if (action === 'delete') void remove(user);
    else if (action === 'reactivate') void reactivate(user);
    else if (action === 'visible') setSeen({ user, opened: true });
    else setRequested({ action, user });
  };
  const close = (changed?: User) => {
    setRequested(undefined);
    if (changed) updateRow(changed);
  };

  const dialogs = (
    <>
      <UserDialog request={requested} onClose={close} />
      <Suspense fallback={null}>
        {seen && <slots.VisibleDialog {...seen} onClose={() => setSeen({ ...seen, opened: false })} />}
      </Suspense>
      {dialog}
    </>
  );
  return { act, dialogs };
}
