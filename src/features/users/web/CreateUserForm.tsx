import { Button, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { invitationsContract } from '#features/users/invitations.contract.ts';
import { invitationTexts } from '#features/users/invitations.texts.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { assignableRoles, existingTeams } from '#features/users/users.rules.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { roleOption } from '#shared/role-badge.ts';
import { texts as webTexts } from '#web/texts.ts';
import { useAction } from '#web/use-action.ts';
import { useFocusOnError } from '#web/use-focus-on-error.ts';
import { Card } from '#web/widgets/Card.tsx';
import { CreatedNotices } from './CreatedNotice.tsx';
import type { Created } from './CreatedNotice.tsx';
import { FormFrame } from './FormFrame.tsx';
import { FormSection } from './FormSection.tsx';
import { InvitationList } from './InvitationList.tsx';
import { PersonFields } from './PersonFields.tsx';
import { SignInFields, generatedSignIn } from './SignInFields.tsx';
import type { SignInWay } from './SignInFields.tsx';
import { TeamsField } from './TeamsField.tsx';
import { invitationsQuery, linkOf, staleUserQueries, rolesQuery } from './users.data.ts';
import styles from './UserForm.module.css';

const empty = {
  name: '',
  email: '',
  password: '',
  confirmation: '',
  roleId: '',
  teamId: '',
  /** Every team, until the user selects some. See docs/specification.md#add-and-edit-users. */
  views: [] as number[] | 'all',
};

/** See docs/specification.md#add-and-edit-users. */
export function CreateUserForm() {
  const { role_id } = useCurrentUser();
  const choices = [useQuery(rolesQuery), useQuery({ ...teamsQuery, meta: { failed: texts.loadTeamsFailed } })] as const;
  const teams = choices[1].data ?? [];
  const roles = choices[0].data?.filter((role) => assignableRoles(role_id).some((id) => id === role.role_id));
  const [form, setForm] = useState(() => ({ ...empty, ...generatedSignIn(), views: 'all' as typeof empty.views }));
  // The specification shows the fields of the password first.
  const [way, setWay] = useState<SignInWay>('hand');
  const [created, setCreated] = useState<readonly Created[]>([]);
  const creation = useAction(usersContract.register, {
    done: texts.created,
    failed: texts.saveFailed,
    preferServerMessage: true,
    refresh: staleUserQueries,
  });
  const invitation = useAction(invitationsContract.invite, {
    done: invitationTexts.sent,
    failed: texts.saveFailed,
    preferServerMessage: true,
    refresh: [...staleUserQueries, invitationsQuery.queryKey],
  });
  const { busy, failure } = way === 'mail' ? invitation : creation;
  const formRef = useFocusOnError(failure);
  const roleField = useRef<HTMLSelectElement>(null);

  const errors = failure?.errors;
  const views = form.views === 'all' ? teams.map((team) => team.id) : existingTeams(form.views, choices[1].data);
  const change = (part: Partial<typeof form>) => setForm((current) => ({ ...current, ...part }));

  const store = async (): Promise<Created | undefined> => {
    const { name, email } = form;
    const account = { name, email, role_id: Number(form.roleId), team_id: Number(form.teamId), teams_can_view: views };
    if (way === 'mail') {
      const answer = await invitation.run(account);
      const secret = answer?.token ? ({ kind: 'link', text: linkOf(answer.token) } as const) : undefined;
      return answer && { ...answer.user, secret, isCopied: !secret };
    }
    const { password, confirmation } = form;
    const user = await creation.run({ ...account, password, password_confirmation: confirmation });
    return user && { ...user, secret: { kind: 'password', text: password }, isCopied: false };
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const stored = await store();
    // A team may have been deleted, and the next attempt is without it.
    if (!stored) return void choices[1].refetch();
    setCreated([stored, ...created.filter(({ isCopied }) => !isCopied)]);
    setForm(empty);
  };

  const copied = (one: Created) =>
    setCreated(created.map((other) => (other === one ? { ...other, isCopied: true } : other)));
  const close = (one: Created) => {
    setCreated(created.filter((other) => other !== one));
    formRef.current?.querySelector('input')?.focus();
  };

  /** The button disappears, so the focus moves to the field that it fills. */
  const loadAgain = () => {
    roleField.current?.focus();
    for (const query of choices) if (query.isError) void query.refetch();
  };

  return (
    <FormFrame title={texts.addTitle} subtitle={ownTexts.addSubtitle}>
      <CreatedNotices created={created} onCopied={copied} onDone={close} />
      <Card as="form" ref={formRef} onSubmit={(event) => void submit(event)}>
        <PersonFields value={form} onChange={change} errors={errors} />
        <SignInFields way={way} onWay={setWay} value={form} onChange={change} errors={errors} />
        <FormSection title={ownTexts.access}>
          {choices.some(({ isError }) => isError) && (
            <Text c="dimmed" role="alert" style={{ gridColumn: '1 / -1' }}>
              {ownTexts.choicesFailed}{' '}
              <Button variant="subtle" size="compact-sm" onClick={loadAgain}>
                {webTexts.tryAgain}
              </Button>
            </Text>
          )}
          <NativeSelect
            ref={roleField}
            label={texts.role}
            name="role_id"
            value={form.roleId}
            onChange={(event) => change({ roleId: event.currentTarget.value })}
            data={[
              { value: '', label: ownTexts.chooseRole },
              ...(roles ?? []).map((role) => ({ value: String(role.role_id), label: roleOption(role) })),
            ]}
            error={errors?.['role_id']?.[0]}
            required
            withAsterisk={false}
          />
          <NativeSelect
            label={texts.team}
            name="team_id"
            value={form.teamId}
            onChange={(event) => change({ teamId: event.currentTarget.value })}
            data={[
              { value: '', label: ownTexts.chooseTeam },
              ...teams.map((team) => ({ value: String(team.id), label: team.name })),
            ]}
            error={errors?.['team_id']?.[0]}
            required
            withAsterisk={false}
          />
          <TeamsField
            teams={teams}
            value={views}
            onChange={(ids) => change({ views: ids })}
            error={errors?.['teams_can_view']?.[0]}
          />
        </FormSection>
        <div className={styles.footer}>
          <Button type="submit" loading={busy}>
            {way === 'mail' ? invitationTexts.send : texts.create}
          </Button>
        </div>
      </Card>
      <InvitationList />
    </FormFrame>
  );
}
