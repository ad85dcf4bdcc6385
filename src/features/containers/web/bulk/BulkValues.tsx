import { NativeSelect, SimpleGrid } from '@mantine/core';
import { typedFields } from '#features/containers/bulk/container-bulk.rules.ts';
import { bulkTexts } from '#features/containers/bulk/container-bulk.texts.ts';
import { fieldLabel } from '#features/containers/core/container-fields.texts.ts';
import { ContainerInput } from '../edit/ContainerInput.tsx';
import { FormPart } from '../edit/FormPart.tsx';
import { ReferenceSelect } from '../edit/ReferenceSelect.tsx';
import type { BulkChange } from './use-bulk-change.ts';

const references = ['assignee_id', 'team_id'] as const;
const statuses = ['Received', 'Departed'] as const;

/** The values that all containers get. An empty field changes nothing. */
export function BulkValues({ change: { draft, set, names, setNames } }: { change: BulkChange }) {
  const input = (field: (typeof typedFields)[number]) => (
    <ContainerInput
      key={field}
      {...{ field, container: undefined }}
      label={fieldLabel(field)}
      placeholder={bulkTexts.unchanged}
      value={draft[field]}
      onChange={(value) => set({ [field]: value })}
    />
  );
  return (
    <FormPart legend={bulkTexts.set}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {typedFields.filter((field) => field !== 'remarks').map(input)}
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
      {input('remarks')}
    </FormPart>
  );
}
