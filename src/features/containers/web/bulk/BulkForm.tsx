import { Button, Checkbox, Group, Stack, Textarea } from '@mantine/core';
import { bulkFields } from '#features/containers/bulk/container-bulk.rules.ts';
import { bulkTexts } from '#features/containers/bulk/container-bulk.texts.ts';
import { fieldLabel } from '#features/containers/core/container-fields.texts.ts';
import { gapTexts } from '#features/papers/checklist.texts.ts';
import { Form } from '#web/widgets/Form.tsx';
import { FormPart } from '../edit/FormPart.tsx';
import { Problem } from '../edit/Problem.tsx';
import { BulkDates } from './BulkDates.tsx';
import { BulkPreview } from './BulkPreview.tsx';
import { BulkValues } from './BulkValues.tsx';
import { useBulkChange } from './use-bulk-change.ts';
import type { BulkChange, BulkSelection } from './use-bulk-change.ts';

type Props = {
  selection: BulkSelection;
  onClose: () => void;
  onDone: (bulkId: number | null, changed: number) => void;
};

/** Chooses the changes, shows their effect, and makes them for all containers or for none. */
export function BulkForm({ selection, onClose, onDone }: Props) {
  const change = useBulkChange(selection, onDone);
  return change.plan ? (
    <Confirmation change={change} plan={change.plan} />
  ) : (
    <DraftForm change={change} onClose={onClose} />
  );
}

function DraftForm({ change, onClose }: { change: BulkChange; onClose: () => void }) {
  const { draft, set } = change;
  return (
    <Form action={change} submit={bulkTexts.preview} onCancel={onClose} isFoot noValidate onSubmit={change.preview}>
      <Problem>{change.problem}</Problem>
      <BulkDates moves={draft.moves} onChange={(moves) => set({ moves })} />
      <Textarea
        label={bulkTexts.reason}
        value={draft.reason}
        maxLength={2000}
        autosize
        maxRows={4}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
      <BulkValues change={change} />
      <FormPart legend={bulkTexts.emptied}>
        <Group gap="sm">
          {bulkFields.map((field) => (
            <Checkbox
              key={field}
              label={fieldLabel(field)}
              checked={draft.emptied.includes(field)}
              onChange={({ currentTarget: { checked } }) =>
                set({ emptied: bulkFields.filter((one) => (one === field ? checked : draft.emptied.includes(one))) })
              }
            />
          ))}
        </Group>
      </FormPart>
    </Form>
  );
}

function Confirmation({ change, plan }: { change: BulkChange; plan: NonNullable<BulkChange['plan']> }) {
  return (
    <Stack gap="md">
      <Problem>{change.problem}</Problem>
      <BulkPreview plan={plan} reason={change.draft.reason.trim()} />
      {plan.papers_missing > 0 && (
        <Textarea
          label={gapTexts.reasonForAll}
          placeholder={gapTexts.reasonPlaceholder}
          value={change.papersReason}
          maxLength={2000}
          rows={2}
          onChange={(event) => change.setPapersReason(event.currentTarget.value)}
        />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={change.backToDraft}>
          {bulkTexts.back}
        </Button>
        {plan.changed > 0 && (
          <Button data-autofocus loading={change.busy} onClick={() => void change.apply(plan)}>
            {bulkTexts.apply(plan.changed)}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
