import { Button, Group, MultiSelect } from '@mantine/core';
import type { Team } from '#features/teams/teams.contract.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import styles from './UserForm.module.css';

type Props = {
  teams: readonly Team[];
  value: readonly number[];
  onChange: (ids: number[]) => void;
  error: string | undefined;
  /** Why it cannot be changed, where it cannot. */
  fixedBecause?: string | undefined;
  note?: string | undefined;
};

/** 'Teams Can View'. Source: spec section 2, Add/Edit User. */
export function TeamsField({ teams, value, onChange, error, fixedBecause, note }: Props) {
  const fixed = fixedBecause !== undefined;
  return (
    <div className={styles.wide}>
      <MultiSelect
        label={texts.teamsCanView}
        description={[texts.teamsHint, fixedBecause ?? note].filter(Boolean).join('. ')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={texts.teamsPlaceholder}
        data={teams.map((team) => ({ value: String(team.id), label: team.name }))}
        value={value.map(String)}
        onChange={(ids) => onChange(ids.map(Number))}
        error={error}
        disabled={fixed}
        classNames={{ pillsList: styles.pills ?? '', pill: styles.pill ?? '', inputField: styles.pillField ?? '' }}
        nothingFoundMessage={teams.length === 0 ? ownTexts.noTeamsYet : ownTexts.noTeamMatches}
        openOnFocus={false}
        // Below, the list would lie over the button that comes next; in a portal, outside the page's main part.
        comboboxProps={{ position: 'top', withinPortal: false }}
        searchable
      />
      {!fixed && (
        <Group gap="xs" mt={6}>
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(teams.map((team) => team.id))}>
            {ownTexts.allTeams}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => onChange([])}>
            {ownTexts.noTeams}
          </Button>
        </Group>
      )}
    </div>
  );
}
