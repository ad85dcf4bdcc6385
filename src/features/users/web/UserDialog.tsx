import { NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { usersContract } from '#features/users/users.contract.ts';
import type { User } from '#features/users/users.contract.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import type { RoleId } from '#shared/access.ts';
import { roleOption } from '#shared/role-badge.ts';
import { currentUserKey } from '#web/query-client.ts';
import { useAction } from '#web/use-action.ts';
import { useShownWhileClosing } from '#web/use-shown-while-closing.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { Form } from '#web/widgets/Form.tsx';
import { useUsersPage } from './users-page.context.ts';
import { staleUserQueries, rolesQuery } from './users.data.ts';

type Call = 'changeRole' | 'changeTeam' | 'suspend' | 'signOut' | 'turnOffTwoFactor';
type Kind = {
  call: (typeof usersContract)[Call];
  title: (name: string) => string;
  explained: string;
  /** The label of the submit button. */
  label: string;
  color?: 'red';
  done: string;
  failed: string;
};

const kinds: Record<'role' | 'team' | 'suspend' | 'signOut' | 'twoFactor', Kind> = {
  role: {
    call: usersContract.changeRole,
    title: ownTexts.changeRoleOf,
    explained: ownTexts.roleExplained,
    label: ownTexts.changeRole,
    done: ownTexts.roleChanged,
    failed: ownTexts.roleFailed,
  },
  team: {
    call: usersContract.changeTeam,
    title: ownTexts.changeTeamOf,
    explained: ownTexts.teamExplained,
    label: ownTexts.changeTeam,
    done: ownTexts.teamChanged,
    failed: ownTexts.teamFailed,
  },
  suspend: {
    call: usersContract.suspend,
    title: ownTexts.suspendUser,
    explained: ownTexts.suspendExplained,
    label: ownTexts.suspend,
    color: 'red',
    done: ownTexts.userSuspended,
    failed: ownTexts.suspendFailed,
  },
  signOut: {
    call: usersContract.signOut,
    title: ownTexts.signOutUser,
    explained: ownTexts.signOutExplained,
    label: ownTexts.signOut,
    done: ownTexts.signedOut,
    failed: ownTexts.signOutFailed,
  },
  twoFactor: {
    call: usersContract.turnOffTwoFactor,
    title: ownTexts.turnOffTwoFactorOf,
    explained: ownTexts.turnOffTwoFactorExplained,
    label: ownTexts.turnOffTwoFactor,
    color: 'red',
    done: ownTexts.twoFactorTurnedOff,
    failed: ownTexts.turnOffTwoFactorFailed,
  },
};

export type RequestedAction = { action: keyof typeof kinds; user: User };

type Props = { request: RequestedAction | undefined; onClose: (changed?: User) => void };

/** The dialog that confirms an action on a user and runs it. */
export function UserDialog({ request, onClose }: Props) {
  const shown = useShownWhileClosing(request);
  if (!shown) return null;
  const title = kinds[shown.action].title(shown.user.name);
  return (
    <Dialog opened={request !== undefined} onClose={() => onClose()} title={title}>
      <ActionForm {...shown} onClose={onClose} />
    </Dialog>
  );
}

function ActionForm({ action, user, onClose }: RequestedAction & Pick<Props, 'onClose'>) {
  const { slots } = useUsersPage();
  const { call, explained, label, color, ...outcome } = kinds[action];
  // Administrators may change their own team.
  const run = useAction(call, { ...outcome, refresh: [...staleUserQueries, currentUserKey] });
  const now = String((action === 'role' ? user.role_id : user.team_id) ?? '');
  const [chosen, setChosen] = useState(now);
  const hasChoice = action === 'role' || action === 'team';
  const change = action === 'role' ? { role_id: Number(chosen) as RoleId } : { team_id: Number(chosen) };
  const submit = async () => {
    const changed = await run.run({ id: user.id, ...(hasChoice && change) });
    if (changed) onClose(changed);
  };
  return (
    <Form
      action={run}
      submit={label}
      color={color}
      disabled={hasChoice && chosen === now}
      onCancel={() => onClose()}
      cancelHasFocus={!hasChoice}
      onSubmit={submit}
    >
      {action === 'role' && <RoleChoice value={chosen} onChange={setChosen} />}
      {action === 'team' && <TeamChoice value={chosen} mayBeNone={user.team_id === null} onChange={setChosen} />}
      <Text size="sm">{explained}</Text>
      {hasChoice && chosen !== now && <slots.Effect user={user} change={change} />}
    </Form>
  );
}

type ChoiceProps = { value: string; onChange: (id: string) => void };

function RoleChoice({ value, onChange }: ChoiceProps) {
  const { data: roles } = useQuery(rolesQuery);
  return (
    <Radio.Group label={texts.role} value={value} onChange={onChange}>
      <Stack gap="xs" mt={4}>
        {roles?.map((role) => (
          <Radio key={role.role_id} value={String(role.role_id)} label={roleOption(role)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function TeamChoice({ value, mayBeNone, onChange }: ChoiceProps & { mayBeNone: boolean }) {
  const { data: teams = [] } = useQuery({ ...teamsQuery, meta: { failed: texts.loadTeamsFailed } });
  return (
    <NativeSelect
      label={texts.team}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        ...(mayBeNone ? [{ value: '', label: texts.noTeam }] : []),
        ...teams.map((team) => ({ value: String(team.id), label: team.name })),
      ]}
    />
  );
}
