import { Button, NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { usersContract } from '#features/users/users.contract.ts';
import type { User } from '#features/users/users.contract.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { roleOption } from '#shared/role-badge.ts';
import { currentUserKey } from '#web/query-client.ts';
import { useAction } from '#web/use-action.ts';
import { useShownWhileClosing } from '#web/use-shown-while-closing.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { DialogButtons } from '#web/widgets/DialogButtons.tsx';
import { staleUserQueries, rolesQuery } from './users.data.ts';

export type RequestedAction = { action: 'role' | 'team' | 'suspend' | 'signOut' | 'twoFactor'; user: User };

type Props = { user: User; onClose: (changed?: User) => void };

const kinds = {
  role: { title: ownTexts.changeRoleOf, Form: ChangeRole },
  team: { title: ownTexts.changeTeamOf, Form: ChangeTeam },
  suspend: { title: ownTexts.suspendUser, Form: Suspend },
  signOut: { title: ownTexts.signOutUser, Form: SignOut },
  twoFactor: { title: ownTexts.turnOffTwoFactorOf, Form: TurnOffTwoFactor },
};

/** The dialog that confirms an action on a user and runs it. */
export function UserDialog({ request, onClose }: { request: RequestedAction | undefined; onClose: Props['onClose'] }) {
  const shown = useShownWhileClosing(request);
  if (!shown) return null;

  const { title, Form } = kinds[shown.action];
  return (
    <Dialog
      opened={request !== undefined}
      onClose={() => onClose()}
      title={title(shown.user.name)}
      closeButtonProps={{ 'aria-label': ownTexts.close }}
      size="md"
      centered
    >
      <Form user={shown.user} onClose={onClose} />
    </Dialog>
  );
}

function ChangeRole({ user, onClose }: Props) {
  const roles = useQuery(rolesQuery);
  const [roleId, setRoleId] = useState(String(user.role_id));
  const action = useAction(usersContract.changeRole, {
    done: ownTexts.roleChanged,
    failed: ownTexts.roleFailed,
    refresh: staleUserQueries,
  });
  return (
    <DialogForm
      explained={ownTexts.roleExplained}
      label={ownTexts.changeRole}
      busy={action.busy}
      disabled={roleId === String(user.role_id)}
      onSubmit={() => action.run({ id: user.id, role_id: Number(roleId) })}
      onClose={onClose}
    >
      <Radio.Group label={texts.role} value={roleId} onChange={setRoleId}>
        <Stack gap="xs" mt={4}>
          {roles.data?.map((role) => (
            <Radio key={role.role_id} value={String(role.role_id)} label={roleOption(role)} />
          ))}
        </Stack>
      </Radio.Group>
    </DialogForm>
  );
}

function ChangeTeam({ user, onClose }: Props) {
  const teams = useQuery({ ...teamsQuery, meta: { failed: texts.loadTeamsFailed } });
  const [teamId, setTeamId] = useState(String(user.team_id ?? ''));
  const action = useAction(usersContract.changeTeam, {
    done: ownTexts.teamChanged,
    failed: ownTexts.teamFailed,
    // Administrators may change their own account.
    refresh: [...staleUserQueries, currentUserKey],
  });
  return (
    <DialogForm
      explained={ownTexts.teamExplained}
      label={ownTexts.changeTeam}
      busy={action.busy}
      disabled={teamId === String(user.team_id ?? '')}
      onSubmit={() => action.run({ id: user.id, team_id: Number(teamId) })}
      onClose={onClose}
    >
      <NativeSelect
        label={texts.team}
        value={teamId}
        onChange={(event) => setTeamId(event.currentTarget.value)}
        data={[
          ...(user.team_id === null ? [{ value: '', label: texts.noTeam }] : []),
          ...(teams.data ?? []).map((team) => ({ value: String(team.id), label: team.name })),
        ]}
      />
    </DialogForm>
  );
}

function Suspend({ user, onClose }: Props) {
  const action = useAction(usersContract.suspend, {
    done: ownTexts.userSuspended,
    failed: ownTexts.suspendFailed,
    refresh: staleUserQueries,
  });
  return (
    <DialogForm
      explained={ownTexts.suspendExplained}
      label={ownTexts.suspend}
      color="red"
      busy={action.busy}
      onSubmit={() => action.run({ id: user.id })}
      onClose={onClose}
    />
  );
}

function SignOut({ user, onClose }: Props) {
  const action = useAction(usersContract.signOut, { done: ownTexts.signedOut, failed: ownTexts.signOutFailed });
  return (
    <DialogForm
      explained={ownTexts.signOutExplained}
      label={ownTexts.signOut}
      busy={action.busy}
      onSubmit={() => action.run({ id: user.id })}
      onClose={onClose}
    />
  );
}

function TurnOffTwoFactor({ user, onClose }: Props) {
  const action = useAction(usersContract.turnOffTwoFactor, {
    done: ownTexts.twoFactorTurnedOff,
    failed: ownTexts.turnOffTwoFactorFailed,
    refresh: staleUserQueries,
  });
  return (
    <DialogForm
      explained={ownTexts.turnOffTwoFactorExplained}
      label={ownTexts.turnOffTwoFactor}
      color="red"
      busy={action.busy}
      onSubmit={() => action.run({ id: user.id })}
      onClose={onClose}
    />
  );
}

type FormProps = {
  explained: string;
  /** The label of the submit button. */
  label: string;
  color?: string;
  busy: boolean;
  disabled?: boolean;
  /** Resolves to the changed user, or to undefined after a failure. The dialog then stays open. */
  onSubmit: () => Promise<User | undefined>;
  onClose: (changed?: User) => void;
  children?: ReactNode;
};

function DialogForm({ explained, label, color, busy, disabled, onSubmit, onClose, children }: FormProps) {
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const changed = await onSubmit();
    if (changed) onClose(changed);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        {children}
        <Text size="sm">{explained}</Text>
        <DialogButtons onCancel={() => onClose()} cancelHasFocus={!children}>
          <Button type="submit" loading={busy} disabled={disabled ?? false} {...(color !== undefined && { color })}>
            {label}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
