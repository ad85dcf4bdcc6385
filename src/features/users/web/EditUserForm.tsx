import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { usersContract } from '#features/users/users.contract.ts';
import type { User } from '#features/users/users.contract.ts';
import { existingTeams, mayChooseViewedTeams } from '#features/users/users.rules.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { roles } from '#shared/access.ts';
import { viewedTeams } from '#shared/access.ts';
import { currentUserKey } from '#web/query-client.ts';
import { useAction } from '#web/use-action.ts';
import { useFocusOnError } from '#web/use-focus-on-error.ts';
import { Card } from '#web/widgets/Card.tsx';
import { FormSection } from './FormSection.tsx';
import { Notice } from './Notice.tsx';
import { PersonFields } from './PersonFields.tsx';
import { TeamsField } from './TeamsField.tsx';
import { staleUserQueries, storedUser } from './users.data.ts';
import styles from './UserForm.module.css';

type Props = { user: User; self: { id: number; role_id: number }; onAgain: () => void };

const empty = { name: '', email: '', views: [] as number[] };

/**
 * Name, e-mail address and viewed teams. Password, role and team are hidden.
 * See docs/specification.md#add-and-edit-users.
 */
export function EditUserForm({ user, self, onAgain }: Props) {
  const teams = useQuery({ ...teamsQuery, meta: { failed: texts.loadTeamsFailed } }).data;
  const [form, setForm] = useState({ name: user.name, email: user.email, views: viewedTeams(user.teams_can_view) });
  const [saved, setSaved] = useState<string>();
  const update = useAction(usersContract.update, {
    done: texts.updated,
    failed: texts.saveFailed,
    preferServerMessage: true,
    // Users may edit their own account.
    refresh: [...staleUserQueries, currentUserKey],
  });
  const client = useQueryClient();
  const formRef = useFocusOnError(update.failure);
  const views = existingTeams(form.views, teams);

  const errors = update.failure?.errors;
  const change = (part: Partial<typeof form>) => setForm((current) => ({ ...current, ...part }));
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (update.busy) return;
    // Fields that this form did not change are sent with their stored values: another administrator may have taken a team away.
    const now = await storedUser(user);
    const before = existingTeams(viewedTeams(user.teams_can_view), teams);
    const isSameViews = views.length === before.length && views.every((id) => before.includes(id));
    const changed = await update.run({
      id: user.id,
      name: form.name === user.name ? now.name : form.name,
      email: form.email === user.email ? now.email : form.email,
      teams_can_view: isSameViews ? viewedTeams(now.teams_can_view) : views,
    });
    // A team may have been deleted, and the next attempt is without it.
    if (!changed) return void client.invalidateQueries({ queryKey: teamsQuery.queryKey });
    setSaved(changed.name);
    setForm(empty);
  };

  return (
    <>
      <Card as="form" ref={formRef} onSubmit={(event) => void submit(event)}>
        <PersonFields value={form} onChange={change} errors={errors} />
        <FormSection title={ownTexts.access}>
          <TeamsField
            teams={teams}
            value={views}
            onChange={(views) => change({ views })}
            error={errors?.['teams_can_view']?.[0]}
            fixedBecause={mayChooseViewedTeams(self, user) ? undefined : ownTexts.ownTeamsFixed}
            remark={user.role_id === roles.administrator ? ownTexts.seesEverything : undefined}
          />
        </FormSection>
        <div className={styles.footer}>
          <Button type="submit" loading={update.busy}>
            {texts.update}
          </Button>
        </div>
      </Card>
      <div role="status">
        {saved !== undefined && (
          <Notice title={ownTexts.updatedNotice(saved)}>
            <Button size="compact-md" variant="light" autoFocus onClick={onAgain} style={{ justifySelf: 'start' }}>
              {ownTexts.editAgain}
            </Button>
          </Notice>
        )}
      </div>
    </>
  );
}
