import { Box, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { usersContract } from '#features/users/users.contract.ts';
import type { User } from '#features/users/users.contract.ts';
import { existingTeams, mayChooseViewedTeams } from '#features/users/users.rules.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { roles, viewedTeams } from '#shared/access.ts';
import { currentUserKey } from '#web/query-client.ts';
import { useAction } from '#web/use-action.ts';
import { useFields } from '#web/use-fields.ts';
import { Card } from '#web/widgets/Card.tsx';
import { Form } from '#web/widgets/Form.tsx';
import { FormSection } from './FormSection.tsx';
import { Notice } from './Notice.tsx';
import { PersonFields } from './PersonFields.tsx';
import { TeamsField } from './TeamsField.tsx';
import type { UsersSlots } from './users-page.context.ts';
import { staleUserQueries, storedUser } from './users.data.ts';
import styles from './UserForm.module.css';

type Props = { user: User; self: { id: number; role_id: number }; onAgain: () => void } & Pick<UsersSlots, 'Effect'>;

const empty = { name: '', email: '', views: [] as number[] };

/**
 * Name, e-mail address and viewed teams. Password, role and team are hidden.
 * See docs/specification.md#add-and-edit-users.
 */
export function EditUserForm({ user, self, Effect, onAgain }: Props) {
  const teams = useQuery({ ...teamsQuery, meta: { failed: texts.loadTeamsFailed } }).data;
  const [saved, setSaved] = useState<string>();
  const update = useAction(usersContract.update, {
    done: texts.updated,
    failed: texts.saveFailed,
    preferServerMessage: true,
    // Users may edit their own account.
    refresh: [...staleUserQueries, currentUserKey],
  });
  const client = useQueryClient();
  const { values, change, field, errorOf } = useFields(
    { name: user.name, email: user.email, views: viewedTeams(user.teams_can_view) },
    update.failure,
  );
  const views = existingTeams(values.views, teams);

  const before = existingTeams(viewedTeams(user.teams_can_view), teams);
  const isSameViews = views.length === before.length && views.every((id) => before.includes(id));

  const submit = async () => {
    // Fields that this form did not change are sent with their stored values: another administrator may have taken a team away.
    const now = await storedUser(user);
    const changed = await update.run({
      id: user.id,
      name: values.name === user.name ? now.name : values.name,
      email: values.email === user.email ? now.email : values.email,
      teams_can_view: isSameViews ? viewedTeams(now.teams_can_view) : views,
    });
    // A team may have been deleted, and the next attempt is without it.
    if (!changed) return void client.invalidateQueries({ queryKey: teamsQuery.queryKey });
    setSaved(changed.name);
    change(empty);
  };

  return (
    <>
      <Card>
        <Form action={update} gap={0} onSubmit={submit}>
          <PersonFields field={field} />
          <FormSection title={ownTexts.access}>
            <TeamsField
              teams={teams}
              value={views}
              onChange={(views) => change({ views })}
              error={errorOf('teams_can_view')}
              fixedBecause={mayChooseViewedTeams(self, user) ? undefined : ownTexts.ownTeamsFixed}
              remark={user.role_id === roles.administrator ? ownTexts.seesEverything : undefined}
            />
            {!isSameViews && saved === undefined && (
              <Box style={{ gridColumn: '1 / -1' }}>
                <Effect user={user} change={{ teams_can_view: views }} />
              </Box>
            )}
          </FormSection>
          <div className={styles.footer}>
            <Button type="submit" loading={update.busy}>
              {texts.update}
            </Button>
          </div>
        </Form>
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
