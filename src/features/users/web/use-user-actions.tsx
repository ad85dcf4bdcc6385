import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { usersContract } from '#features/users/users.contract.ts';
import type { User } from '#features/users/users.contract.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { UserDialog } from './UserDialog.tsx';
import type { Asked } from './UserDialog.tsx';
import type { UserAction } from './users-page.context.ts';
import { changePages, isGone, peopleChanged } from './users.data.ts';

type UserActions = { act: (action: UserAction, user: User) => void; dialogs: ReactNode };

/** What the list does to people, and the dialogs that ask before; `onGone` when a row is no longer there. */
export function useUserActions(onGone: () => void): UserActions {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const { confirm, dialog } = useConfirm();
  const removal = useAction(usersContract.remove, {
    done: texts.deleted,
    failed: texts.deleteFailed,
    refresh: peopleChanged,
  });
  const reactivation = useAction(usersContract.reactivate, {
    done: ownTexts.userReactivated,
    failed: ownTexts.reactivateFailed,
    refresh: peopleChanged,
  });

  const keep = (changed: User) =>
    changePages(client, (users) => users.map((user) => (user.id === changed.id ? changed : user)));

  const remove = async (user: User) => {
    if (!(await confirm(texts.confirmDelete, ownTexts.filesStay(user.files_count)))) return;
    await removal.run({ id: user.id });
    if (!(await isGone(user.id))) return;
    changePages(client, (users) => users.filter((one) => one.id !== user.id));
    onGone();
  };
  const reactivate = async (user: User) => {
    const changed = await reactivation.run({ id: user.id });
    if (changed) keep(changed);
  };

  const act = (action: UserAction, user: User) => {
    if (action === 'delete') void remove(user);
    else if (action === 'reactivate') void reactivate(user);
    else setAsked({ action, user });
  };
  const close = (changed?: User) => {
    setAsked(undefined);
    if (changed) keep(changed);
  };

  const dialogs = (
    <>
      <UserDialog asked={asked} onClose={close} />
      {dialog}
    </>
  );
  return { act, dialogs };
}
