import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { bulkTexts } from '#features/containers/bulk/container-bulk.texts.ts';
import { maxTextLengths, partyFields, portFields } from '#features/containers/core/container-fields.rules.ts';
import { fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import { referenceLabels } from '#features/containers/list/container-filters.texts.ts';
import { ReferenceSelect } from '../edit/ReferenceSelect.tsx';
import { PartyField, PortField } from '../edit/SuggestedField.tsx';
import { BulkPart } from './BulkPart.tsx';
import type { BulkChange } from './use-bulk-change.ts';

const references = ['assignee_id', 'team_id'] as const;
const statuses = ['Received', 'Departed'] as const;

/** The values that all containers get. An empty field changes nothing. */
export function BulkValues({ change: { draft, set, names, setNames } }: { change: BulkChange }) {
  return (
    <BulkPart legend={bulkTexts.set}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {(['vessel', 'voyage'] as const).map((field) => (
          <TextInput
            key={field}
            label={fieldLabels[field]}
            placeholder={bulkTexts.unchanged}
            value={draft[field]}
            maxLength={field === 'vessel' ? 100 : 50}
            onChange={(event) => set({ [field]: event.currentTarget.value })}
          />
        ))}
        {portFields.map((field) => (
          <PortField
            key={field}
            label={fieldLabels[field]}
            placeholder={bulkTexts.unchanged}
            value={draft[field]}
            onChange={(value) => set({ [field]: value })}
          />
        ))}
        {partyFields.map((field) => (
          <PartyField
            key={field}
            label={referenceLabels[field]}
            placeholder={bulkTexts.unchanged}
            value={draft[field]}
            onChange={(value) => set({ [field]: value })}
          />
        ))}
        {references.map((field) => (
          <ReferenceSelect
            key={field}
            field={field}
            placeholder={bulkTexts.unchanged}
            value={draft[field]}
            name={names[field]}
            onChange={(id, name) => {
              setNames({ ...names, [field]: name });
              set({ [field]: id });
            }}
          />
        ))}
        <NativeSelect
          label={bulkTexts.status}
          data={[
            { value: '', label: bulkTexts.unchanged },
            ...statuses.map((value) => ({ value, label: bulkTexts.statuses[value] })),
          ]}
          value={draft.status ?? ''}
          onChange={({ currentTarget: { value } }) => set({ status: statuses.find((status) => status === value) })}
        />
      </SimpleGrid>
      <Textarea
        label={fieldLabels.remarks}
        placeholder={bulkTexts.unchanged}
        value={draft.remarks}
        maxLength={maxTextLengths.remarks}
        autosize
        minRows={2}
        maxRows={8}
        onChange={(event) => set({ remarks: event.currentTarget.value })}
      />
    </BulkPart>
  );
}
