import { Button, NativeSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { partiesQuery } from '#features/containers/web/parties.data.ts';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import { stages } from '#features/papers/checklist.rules.ts';
import { refusals, settingTexts, stageLabels } from '#features/papers/checklist.texts.ts';
import { searchDebounceMs } from '#shared/limits.ts';
import { useChecklist } from './checklist.data.ts';
import styles from './Checklist.module.css';

/** Adds a line: a file type, the step, and all containers or those of a supplier or carrier. */
export function ChecklistForm({ fileTypes }: { fileTypes: readonly FileType[] }) {
  const [type, setType] = useState<string | null>(null);
  const [stage, setStage] = useState<(typeof stages)[number]>('received');
  const [party, setParty] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), searchDebounceMs);
  const [isBlank, setIsBlank] = useState(false);
  const parties = useQuery(partiesQuery(party === null ? search : ''));
  const { add } = useChecklist();
  const found = (parties.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const chosen = party === null || found.some(({ value }) => value === party) ? [] : [{ value: party, label: typed }];
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setIsBlank(type === null);
    if (type === null || add.busy) return;
    const party_id = party === null ? null : Number(party);
    if (await add.run({ file_type_id: Number(type), stage, party_id })) setType((now) => (now === type ? null : now));
  };
  const error = (field: string) => add.failure?.errors?.[field]?.[0];
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Select
        label={settingTexts.type}
        placeholder={settingTexts.chooseType}
        data={fileTypes.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={type}
        onChange={setType}
        error={isBlank && type === null ? refusals.typeRequired : error('file_type_id')}
        searchable
        nothingFoundMessage={settingTexts.nothingFound}
        maxDropdownHeight={240}
      />
      <NativeSelect
        label={settingTexts.stage}
        data={stages.map((value) => ({ value, label: stageLabels[value] }))}
        value={stage}
        onChange={({ currentTarget: { value } }) => setStage(stages.find((one) => one === value) ?? 'received')}
      />
      <Select
        label={settingTexts.party}
        placeholder={settingTexts.allContainers}
        description={settingTexts.searchParty}
        data={[...chosen, ...found]}
        value={party}
        onChange={setParty}
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        error={error('party_id')}
        searchable
        clearable
        nothingFoundMessage={settingTexts.nothingFound}
        maxDropdownHeight={240}
      />
      <Button
        type="submit"
        variant="default"
        loading={add.busy}
        classNames={{ root: styles.add ?? '', label: styles.addLabel ?? '' }}
      >
        {settingTexts.add}
      </Button>
    </form>
  );
}
