import { Button, NativeSelect, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { invitationsContract } from '#features/users/invitations.contract.ts';
import { invitationTexts } from '#features/users/invitations.texts.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { assignableRoles, existingTeams } from '#features/users/users.rules.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { roleOption } from '#shared/role-badge.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { texts as webTexts } from '#web/texts.ts';
import { useAction } from '#web/use-action.ts';
import { useFields } from '#web/use-fields.ts';
import { Card } from '#web/widgets/Card.tsx';
import { Form } from '#web/widgets/Form.tsx';
import { CreatedNotices } from './CreatedNotice.tsx';
import type { Created } from './CreatedNotice.tsx';
import { FormFrame } from './FormFrame.tsx';
import { FormSection } from './FormSection.tsx';
import { PersonFields } from './PersonFields.tsx';
import { SignInFields, generatedSignIn } from './SignInFields.tsx';
import type { SignInWay } from './SignInFields.tsx';
import { TeamsField } from './TeamsField.tsx';
import { invitationsQuery, linkOf, staleUserQueries, rolesQuery, useIsMailed } from './users.data.ts';
import styles from './UserForm.module.css';

const InvitationList = lazyPart(() => import('./InvitationList.tsx').then((file) => file.InvitationList));

const empty = { name: '', email: '', password: '', password_confirmation: '', role_id: '', team_id: '' };

/** See docs/specification.md#add-and-edit-users. */
export function CreateUserForm() {
  const { role_id } = useCurrentUser();
  const choices = [useQuery(rolesQuery), useQuery({ ...teamsQuery, meta: { failed: texts.loadTeamsFailed } })] as const;
  const teams = choices[1].data ?? [];
  const roles = choices[0].data?.filter((role) => assignableRoles(role_id).some((id) => id === role.role_id));
  /** Every team, until the user selects some. */
  const [chosenViews, setViews] = useState<number[] | 'all'>('all');
  const views = chosenViews === 'all' ? teams.map((team) => team.id) : existingTeams(chosenViews, choices[1].data);
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
  const isMailed = useIsMailed();
  // The specification shows the fields of the password first.
  const [way, setWay] = useState<SignInWay>('hand');
  const action = way === 'mail' ? invitation : creation;
  const { values, change, field, errorOf } = useFields(() => ({ ...empty, ...generatedSignIn() }), action.failure);
  const nameField = useRef<HTMLInputElement>(null);
  const roleField = useRef<HTMLSelectElement>(null);

  const store = async (): Promise<Created | undefined> => {
    const { role_id, team_id } = values;
    const account = { ...values, role_id: Number(role_id), team_id: Number(team_id), teams_can_view: views };
    if (way === 'mail') {
      const answer = await invitation.run(account);
      const secret = answer?.token ? ({ kind: 'link', text: linkOf(answer.token) } as const) : undefined;
      return answer && { ...answer.user, secret, isCopied: !secret };
    }
    const user = await creation.run(account);
    return user && { ...user, secret: { kind: 'password', text: values.password }, isCopied: false };
  };
  const submit = async () => {
    const stored = await store();
    // A team may have been deleted, and the next attempt is without it.
    if (!stored) return void choices[1].refetch();
    setCreated([stored, ...created.filter(({ isCopied }) => !isCopied)]);
    change(empty);
    setViews([]);
  };

  const copied = (one: Created) =>
    setCreated(created.map((other) => (other === one ? { ...other, isCopied: true } : other)));
  const close = (one: Created) => {
    setCreated(created.filter((other) => other !== one));
    nameField.current?.focus();
  };

  /** The button disappears, so the focus moves to the field that it fills. */
  const loadAgain = () => {
    roleField.current?.focus();
    for (const query of choices) if (query.isError) void query.refetch();
  };

  return (
    <FormFrame title={texts.addTitle} subtitle={ownTexts.addSubtitle}>
      <CreatedNotices created={created} onCopied={copied} onDone={close} />
      <Card>
        <Form action={action} gap={0} onSubmit={submit}>
          <PersonFields field={field} nameRef={nameField} />
          <SignInFields way={way} onWay={setWay} field={field} onChange={change} />
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
              {...field('role_id')}
              data={[
                { value: '', label: ownTexts.chooseRole },
                ...(roles ?? []).map((role) => ({ value: String(role.role_id), label: roleOption(role) })),
              ]}
            />
            <NativeSelect
              label={texts.team}
              {...field('team_id')}
              data={[
                { value: '', label: ownTexts.chooseTeam },
                ...teams.map((team) => ({ value: String(team.id), label: team.name })),
              ]}
            />
            <TeamsField teams={teams} value={views} onChange={setViews} error={errorOf('teams_can_view')} />
          </FormSection>
          <div className={styles.footer}>
            <Button type="submit" loading={action.busy}>
              {way === 'hand' ? texts.create : isMailed ? invitationTexts.send : invitationTexts.createLink}
            </Button>
          </div>
        </Form>
      </Card>
      <Invitations />
    </FormFrame>
  );
}

/** The list of invitations, whose code loads only if there are some. It then stays, so that its dialog can fade out. */
function Invitations() {
  const { data, isError } = useInfiniteQuery(invitationsQuery);
  const [isShown, setShown] = useState(false);
  const isNeeded = isError || (data?.pages[0]?.invitations.length ?? 0) > 0;
  if (isNeeded && !isShown) setShown(true);
  if (!isShown) return null;
  return (
    <Suspense fallback={null}>
      <InvitationList />
    </Suspense>
  );
}
