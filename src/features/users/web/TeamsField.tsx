import { Box, Button, Group, MultiSelect } from '@mantine/core';
import type { Team } from '#features/teams/teams.contract.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import styles from './UserForm.module.css';

type Props = {
  /** Undefined while they are loaded. The field is disabled until then, because a change would remove all chosen teams. */
  teams: readonly Team[] | undefined;
  value: readonly number[];
  onChange: (ids: number[]) => void;
  error: string | undefined;
  /** The reason why the field is disabled. */
  fixedBecause?: string | undefined;
  remark?: string | undefined;
};

/** 'Teams Can View'. See docs/specification.md#add-and-edit-users. */
export function TeamsField({ teams, value, onChange, error, fixedBecause, remark }: Props) {
  const fixed = fixedBecause !== undefined;
  return (
    <Box style={{ gridColumn: '1 / -1' }}>
      <MultiSelect
        label={texts.teamsCanView}
        description={[texts.teamsHint, fixedBecause ?? remark].filter(Boolean).join('. ')}
        placeholder={texts.teamsPlaceholder}
        data={teams?.map((team) => ({ value: String(team.id), label: team.name })) ?? []}
        value={teams ? value.map(String) : []}
        onChange={(ids) => onChange(ids.map(Number))}
        error={error}
        disabled={fixed || !teams}
        classNames={{ pillsList: styles.pills ?? '', pill: styles.pill ?? '', inputField: styles.pillField ?? '' }}
        nothingFoundMessage={teams?.length === 0 ? ownTexts.noTeamsYet : ownTexts.noTeamMatches}
        openOnFocus={false}
        // Below the field, the list would cover the next button. In a portal it would be outside the main landmark.
        comboboxProps={{ position: 'top', withinPortal: false }}
        // Otherwise Tab reaches the list, which closes and takes the focus with it. A listbox may have groups.
        scrollAreaProps={{ viewportProps: { tabIndex: -1, role: 'group' } }}
        searchable
      />
      {!fixed && (
        <Group gap="xs" mt="xxs" ms={-8}>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={!teams}
            onClick={() => onChange((teams ?? []).map((team) => team.id))}
          >
            {ownTexts.allTeams}
          </Button>
          <Button variant="subtle" size="compact-sm" disabled={!teams} onClick={() => onChange([])}>
            {ownTexts.noTeams}
          </Button>
        </Group>
      )}
    </Box>
  );
}
