import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { usersContract } from '#features/users/users.contract.ts';
import type { User } from '#features/users/users.contract.ts';
import { mayChooseViewedTeams } from '#features/users/users.rules.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { roles } from '#shared/access.ts';
import { currentUserKey } from '#web/query-client.ts';
import { useAction } from '#web/use-action.ts';
import { useFocusOnError } from '#web/use-focus-on-error.ts';
import { FormSection } from './FormSection.tsx';
import { PersonFields } from './PersonFields.tsx';
import { TeamsField } from './TeamsField.tsx';
import { peopleChanged } from './users.data.ts';
import styles from './UserForm.module.css';

type Props = { user: User; self: { id: number; role_id: number }; onAgain: () => void };

const empty = { name: '', email: '', views: [] as number[] };

/** Name, e-mail and viewed teams; password, role and team are hidden. Source: spec section 2, Add/Edit User. */
export function EditUserForm({ user, self, onAgain }: Props) {
  const teams = useQuery({ ...teamsQuery, meta: { failed: texts.loadTeamsFailed } }).data ?? [];
  const [form, setForm] = useState({ name: user.name, email: user.email, views: user.teams_can_view });
  const [saved, setSaved] = useState<string>();
  const update = useAction(usersContract.update, {
    done: texts.updated,
    failed: texts.saveFailed,
    preferServerMessage: true,
    // It may be oneself.
    refresh: [...peopleChanged, currentUserKey],
  });
  const formRef = useFocusOnError(update.failure);

  const errors = update.failure?.errors;
  const change = (part: Partial<typeof form>) => setForm((known) => ({ ...known, ...part }));
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (update.busy) return;
    const { name, email, views } = form;
    const changed = await update.run({ id: user.id, name, email, teams_can_view: views });
    if (!changed) return;
    setSaved(changed.name);
    setForm(empty);
  };

  return (
    <>
      <form className={styles.form} ref={formRef} onSubmit={(event) => void submit(event)}>
        <PersonFields value={form} onChange={change} errors={errors} />
        <FormSection title={ownTexts.access}>
          <TeamsField
            teams={teams}
            value={form.views}
            onChange={(views) => change({ views })}
            error={errors?.['teams_can_view']?.[0]}
            fixedBecause={mayChooseViewedTeams(self, user) ? undefined : ownTexts.ownTeamsFixed}
            note={user.role_id === roles.administrator ? ownTexts.seesEverything : undefined}
          />
        </FormSection>
        <div className={styles.footer}>
          <Button type="submit" loading={update.busy}>
            {texts.update}
          </Button>
        </div>
      </form>
      <div role="status">
        {saved !== undefined && (
          <section className={styles.notice}>
            <p className={styles.noticeTitle}>
              <IconCheck size={18} stroke={2} aria-hidden="true" />
              {ownTexts.updatedNotice(saved)}
            </p>
            <div className={styles.noticeActions}>
              <Button size="compact-md" variant="light" onClick={onAgain}>
                {ownTexts.editAgain}
              </Button>
            </div>
          </section>
        )}
      </div>
    </>
  );
}
