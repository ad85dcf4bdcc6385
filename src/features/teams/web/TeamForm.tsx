import type { QueryKey } from '@tanstack/react-query';
import { maxDescriptionLength, maxNameLength, teamsContract } from '#features/teams/teams.contract.ts';
import type { Team } from '#features/teams/teams.contract.ts';
import { ownTexts, texts } from '#features/teams/teams.texts.ts';
import { useAction } from '#web/use-action.ts';
import { NamedItemForm } from '#web/widgets/NamedItemForm.tsx';
import { storedTeam } from './teams.data.ts';

type Props = {
  /** The team to edit. Without one, the form creates a team. */
  team: Team | undefined;
  /** Whether the first field takes the focus. */
  focused: boolean;
  refresh: readonly QueryKey[];
  /** Called after saving or cancelling. */
  onDone: () => void;
};

/** Creates or edits a team. See docs/specification.md#team-form-and-list. */
export function TeamForm({ team, focused, refresh, onDone }: Props) {
  const creation = useAction(teamsContract.create, { done: texts.created, failed: texts.saveFailed, refresh });
  const update = useAction(teamsContract.update, { done: texts.updated, failed: texts.saveFailed, refresh });
  const { busy, failure } = team ? update : creation;
  return (
    <NamedItemForm
      title={team ? ownTexts.edit : ownTexts.add}
      item={team}
      focused={focused}
      texts={{ ...texts, optional: ownTexts.optional }}
      maxNameLength={maxNameLength}
      maxDescriptionLength={maxDescriptionLength}
      rows={4}
      busy={busy}
      failure={failure}
      readStored={storedTeam}
      onSave={(fields) => (team ? update.run({ id: team.id, ...fields }) : creation.run(fields))}
      onDone={onDone}
    />
  );
}
