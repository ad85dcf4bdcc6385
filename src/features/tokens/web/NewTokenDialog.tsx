import { Button, Checkbox, Group, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { areas as allAreas, managingRoles } from '#shared/access.ts';
import type { Area, RoleId } from '#shared/access.ts';
import { useAction } from '#web/use-action.ts';
import { useFocusOnError } from '#web/use-focus-on-error.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { DialogButtons } from '#web/widgets/DialogButtons.tsx';
import { ShownOnce } from '#web/widgets/ShownOnce.tsx';
import { tokensContract } from '../tokens.contract.ts';
import { offeredDays } from '../tokens.rules.ts';
import { areaNames, texts } from '../tokens.texts.ts';
import { staleTokenQueries } from './tokens.data.ts';

/** Makes a token, and then shows it once. */
export function NewTokenDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [made, setMade] = useState<{ name: string; token: string }>();
  const close = () => {
    onClose();
    setMade(undefined);
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={made ? texts.madeTitle : texts.newTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
      // A click beside the dialog must not lose a token that is shown only once.
      closeOnClickOutside={!made}
      centered
    >
      {made ? (
        <ShownOnce secret={made.token} label={texts.tokenLabel(made.name)} hint={texts.madeHint} onDone={close} />
      ) : (
        <TokenForm onMade={setMade} onCancel={close} />
      )}
    </Dialog>
  );
}

type FormProps = { onMade: (made: { name: string; token: string }) => void; onCancel: () => void };

function TokenForm({ onMade, onCancel }: FormProps) {
  const { role_id } = useCurrentUser();
  const { data: teams } = useQuery(teamsQuery);
  const [name, setName] = useState('');
  const [mayWrite, setMayWrite] = useState(false);
  const [areas, setAreas] = useState<Area[]>(['files', 'containers']);
  const [teamIds, setTeamIds] = useState<string[]>([]);
  const [days, setDays] = useState<number>(offeredDays[1]);
  const creation = useAction(tokensContract.create, {
    failed: texts.createFailed,
    preferServerMessage: true,
    refresh: staleTokenQueries,
    onSuccess: onMade,
  });
  const form = useFocusOnError(creation.failure);
  const errorOf = (field: string) => creation.failure?.errors?.[field]?.[0];
  const offered = allAreas.filter((area) => area !== 'users' || managingRoles.includes(role_id as RoleId));

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const team_ids = teamIds.length > 0 ? teamIds.map(Number) : null;
    void creation.run({ name, can_write: mayWrite, areas, days, team_ids });
  };

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={errorOf('name')}
          maxLength={80}
          data-autofocus
          required
          withAsterisk={false}
        />
        <Checkbox.Group label={texts.areas} value={areas} onChange={setAreas} error={errorOf('areas')}>
          <Group gap="md" mt="xs">
            {offered.map((area) => (
              <Checkbox key={area} value={area} label={areaNames[area]} />
            ))}
          </Group>
        </Checkbox.Group>
        <Select
          label={texts.rights}
          data={[
            { value: 'read', label: texts.read },
            { value: 'write', label: texts.write },
          ]}
          value={mayWrite ? 'write' : 'read'}
          onChange={(value) => setMayWrite(value === 'write')}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
        />
        <MultiSelect
          label={texts.teams}
          description={texts.teamsHint}
          data={teams?.map((team) => ({ value: String(team.id), label: team.name })) ?? []}
          value={teamIds}
          onChange={setTeamIds}
          error={errorOf('team_ids')}
          disabled={!teams}
          searchable
          openOnFocus={false}
          comboboxProps={{ withinPortal: false }}
          scrollAreaProps={{ viewportProps: { tabIndex: -1, role: 'group' } }}
        />
        <Select
          label={texts.days}
          data={offeredDays.map((count) => ({ value: String(count), label: texts.dayCount(count) }))}
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
          error={errorOf('days')}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
        />
        <DialogButtons onCancel={onCancel}>
          <Button type="submit" loading={creation.busy}>
            {texts.create}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
