import { Button, Group, TextInput, Textarea, Title } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { longestDescription, longestName, teamsContract } from '#features/teams/teams.contract.ts';
import type { Team } from '#features/teams/teams.contract.ts';
import { ownTexts, texts } from '#features/teams/teams.texts.ts';
import { texts as shared } from '#shared/texts.ts';
import { useAction } from '#web/use-action.ts';
import styles from './TeamsPage.module.css';

type Props = {
  /** The team to be changed; none creates one. */
  team: Team | undefined;
  /** Whether the first field takes the focus. */
  focused: boolean;
  refresh: readonly QueryKey[];
  /** Saved or cancelled. */
  onDone: () => void;
};

/** Creates a team, or changes one. Source: spec section 2, Team Management. */
export function TeamForm({ team, focused, refresh, onDone }: Props) {
  const [name, setName] = useState(team?.name ?? '');
  const [description, setDescription] = useState(team?.description ?? '');
  const [blank, setBlank] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const creation = useAction(teamsContract.create, { done: texts.created, failed: texts.saveFailed, refresh });
  const update = useAction(teamsContract.update, { done: texts.updated, failed: texts.saveFailed, refresh });
  const { busy, failure } = team ? update : creation;

  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const isBlank = name.trim() === '';
    setBlank(isBlank);
    if (isBlank) return nameField.current?.focus();
    const saved = await (team ? update.run({ id: team.id, name, description }) : creation.run({ name, description }));
    if (saved) onDone();
  };

  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <Title order={2}>{team ? ownTexts.edit : ownTexts.add}</Title>
      <TextInput
        ref={nameField}
        label={texts.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={blank ? texts.nameRequired : failure?.errors?.['name']?.[0]}
        maxLength={longestName}
        autoComplete="off"
        autoFocus={focused}
        required
        withAsterisk={false}
      />
      <Textarea
        label={texts.description}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        error={failure?.errors?.['description']?.[0]}
        placeholder={ownTexts.optional}
        maxLength={longestDescription}
        rows={4}
      />
      <Group gap="sm">
        <Button type="submit" loading={busy}>
          {team ? texts.update : texts.create}
        </Button>
        {team && (
          <Button variant="default" disabled={busy} onClick={onDone}>
            {shared.cancel}
          </Button>
        )}
      </Group>
    </form>
  );
}
