import { Checkbox, Group, MultiSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import { areas as allAreas, managingRoles } from '#shared/access.ts';
import type { Area, RoleId } from '#shared/access.ts';
import { useAction } from '#web/use-action.ts';
import { useFields } from '#web/use-fields.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { Form } from '#web/widgets/Form.tsx';
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

const empty = {
  name: '',
  can_write: false,
  areas: ['files', 'containers'] as Area[],
  team_ids: [] as string[],
  days: offeredDays[1] as number,
};

type FormProps = { onMade: (made: { name: string; token: string }) => void; onCancel: () => void };

function TokenForm({ onMade, onCancel }: FormProps) {
  const { role_id } = useCurrentUser();
  const { data: teams } = useQuery(teamsQuery);
  const creation = useAction(tokensContract.create, {
    failed: texts.createFailed,
    preferServerMessage: true,
    refresh: staleTokenQueries,
    onSuccess: onMade,
  });
  const { values, change, field, errorOf } = useFields(empty, creation.failure);
  const offered = allAreas.filter((area) => area !== 'users' || managingRoles.includes(role_id as RoleId));

  const submit = () => {
    const team_ids = values.team_ids.length > 0 ? values.team_ids.map(Number) : null;
    return creation.run({ ...values, team_ids });
  };

  return (
    <Form action={creation} submit={texts.create} onCancel={onCancel} onSubmit={submit}>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        maxLength={80}
        {...field('name')}
        withAsterisk={false}
        data-autofocus
      />
      <Checkbox.Group
        label={texts.areas}
        value={values.areas}
        onChange={(areas) => change({ areas })}
        error={errorOf('areas')}
      >
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
        value={values.can_write ? 'write' : 'read'}
        onChange={(value) => change({ can_write: value === 'write' })}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
      <MultiSelect
        label={texts.teams}
        description={texts.teamsHint}
        data={teams?.map((team) => ({ value: String(team.id), label: team.name })) ?? []}
        value={values.team_ids}
        onChange={(team_ids) => change({ team_ids })}
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
        value={String(values.days)}
        onChange={(value) => change({ days: Number(value) })}
        error={errorOf('days')}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
    </Form>
  );
}
