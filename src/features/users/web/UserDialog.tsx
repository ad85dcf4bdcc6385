import { NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { usersContract } from '#features/users/users.contract.ts';
import type { User } from '#features/users/users.contract.ts';
import { texts, userActions } from '#features/users/users.texts.ts';
import type { RoleId } from '#shared/access.ts';
import { roleOption } from '#shared/role-badge.ts';
import { currentUserKey } from '#web/query-client.ts';
import { useAction } from '#web/use-action.ts';
import { useShownWhileClosing } from '#web/use-shown-while-closing.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { Form } from '#web/widgets/Form.tsx';
import { useUsersPage } from './users-page.context.ts';
import { staleUserQueries, rolesQuery } from './users.data.ts';

const calls = {
  role: usersContract.changeRole,
  team: usersContract.changeTeam,
  suspend: usersContract.suspend,
  signOut: usersContract.signOut,
  twoFactor: usersContract.turnOffTwoFactor,
};

export type RequestedAction = { action: keyof typeof calls; user: User };

type Props = { request: RequestedAction | undefined; onClose: (changed?: User) => void };

/** The dialog that confirms an action on a user and runs it. */
export function UserDialog({ request, onClose }: Props) {
  const shown = useShownWhileClosing(request);
  if (!shown) return null;
  const title = userActions[shown.action].title(shown.user.name);
  return (
    <Dialog opened={request !== undefined} onClose={() => onClose()} title={title}>
      <ActionForm {...shown} onClose={onClose} />
    </Dialog>
  );
}

function ActionForm({ action, user, onClose }: RequestedAction & Pick<Props, 'onClose'>) {
  const { slots } = useUsersPage();
  const { explained, label, done, failed } = userActions[action];
  // Administrators may change their own team.
  const run = useAction(calls[action], {
    done,
    failed,
    refresh: [...staleUserQueries, currentUserKey],
  });
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
      color={action === 'suspend' || action === 'twoFactor' ? 'red' : undefined}
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
