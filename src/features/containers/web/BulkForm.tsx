import { Alert, Button, Checkbox, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { gapTexts } from '#features/checklist/checklist.texts.ts';
import { bulkContract } from '#features/containers/container-bulk.contract.ts';
import {
  bulkFields,
  changeOf,
  changesAnything,
  emptyDraft,
  emptyMove,
} from '#features/containers/container-bulk.rules.ts';
import type { BulkDraft } from '#features/containers/container-bulk.rules.ts';
import { bulkTexts, plannedLabel } from '#features/containers/container-bulk.texts.ts';
import { dateFields, partyFields, portFields } from '#features/containers/container-fields.rules.ts';
import { fieldLabels, fieldRefusals } from '#features/containers/container-fields.texts.ts';
import { referenceLabels } from '#features/containers/container-filters.texts.ts';
import type { AnswerOf, InputOf } from '#shared/endpoint.ts';
import { explain } from '#shared/failure.ts';
import { useAction } from '#web/use-action.ts';
import { DialogButtons } from '#web/widgets/DialogButtons.tsx';
import { BulkMove } from './BulkMove.tsx';
import { BulkPreview } from './BulkPreview.tsx';
import { ReferenceSelect } from './ReferenceSelect.tsx';
import { PartyField, PortField } from './SuggestedField.tsx';
import styles from './BulkBar.module.css';

type Props = {
  /** The containers by id or by filter. */
  selection: Pick<InputOf<typeof bulkContract.change>, 'ids' | 'filter' | 'except'>;
  onClose: () => void;
  onDone: (bulkId: number | null, changed: number) => void;
};

type Plan = AnswerOf<typeof bulkContract.change>;

const references = ['assignee_id', 'team_id'] as const;
const statuses = ['Received', 'Departed'] as const;

/** Chooses the changes, shows their effect, and makes them for all containers or for none. */
export function BulkForm({ selection, onClose, onDone }: Props) {
  const [draft, setDraft] = useState<BulkDraft>(emptyDraft);
  const [names, setNames] = useState<Record<string, string | undefined>>({});
  const [plan, setPlan] = useState<Plan>();
  const [isEmpty, setIsEmpty] = useState(false);
  /** Increases with each preview and each change of the draft. The answer to an earlier preview is ignored. */
  const latest = useRef(0);
  const change = useAction(bulkContract.change);
  const set = (part: Partial<BulkDraft>) => {
    setDraft((draft) => ({ ...draft, ...part }));
    setIsEmpty(false);
    latest.current += 1;
    change.reset();
  };
  const [gapReason, setGapReason] = useState('');
  /** Asks for a preview, or makes the change that the user has seen. */
  const send = (seen?: Plan) =>
    change.run({
      ...selection,
      ...changeOf(draft),
      ...(seen && {
        ...(selection.ids && { ids: seen.containers.map(({ id }) => id) }),
        papers_reason: gapReason,
        versions: seen.containers.map(({ id, version }) => ({ id, version })),
      }),
      dry_run: !seen,
    });
  const preview = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!changesAnything(draft)) return setIsEmpty(true);
    if (change.busy) return;
    latest.current += 1;
    const asked = latest.current;
    const answer = await send();
    if (asked === latest.current) setPlan(answer);
  };
  const apply = async (seen: Plan) => {
    if (change.busy) return;
    const made = await send(seen);
    if (made) onDone(made.bulk_id, made.changed);
  };
  const problem = isEmpty ? fieldRefusals.nothingToChange : change.failure && explain(change.failure, bulkTexts.failed);
  const alert = problem && (
    <Alert
      role="alert"
      color="container"
      variant="light"
      icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />}
    >
      {problem}
    </Alert>
  );

  if (plan) {
    return (
      <Stack gap="md">
        {alert}
        <BulkPreview plan={plan} />
        {plan.papers_missing > 0 && (
          <Textarea
            label={gapTexts.reasonForAll}
            placeholder={gapTexts.reasonPlaceholder}
            value={gapReason}
            maxLength={2000}
            rows={2}
            onChange={(event) => setGapReason(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            onClick={() => {
              setPlan(undefined);
              change.reset();
            }}
          >
            {bulkTexts.back}
          </Button>
          {plan.changed > 0 && (
            <Button data-autofocus loading={change.busy} onClick={() => void apply(plan)}>
              {bulkTexts.apply(plan.changed)}
            </Button>
          )}
        </Group>
      </Stack>
    );
  }
  const { moves } = draft;
  const free = dateFields.find((field) => !moves.some((move) => move.field === field));
  return (
    <form noValidate onSubmit={(event) => void preview(event)}>
      <Stack gap="md">
        {alert}
        <fieldset className={styles.part}>
          <legend className={styles.legend}>{bulkTexts.dates}</legend>
          {moves.map((move, index) => (
            <BulkMove
              key={move.key}
              move={move}
              fields={dateFields.filter((field) => field === move.field || !moves.some((one) => one.field === field))}
              onChange={(part) => set({ moves: moves.with(index, { ...move, ...part }) })}
            />
          ))}
          {free && (
            <Button
              variant="subtle"
              size="compact-md"
              className={styles.add ?? ''}
              leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
              onClick={() => set({ moves: [...moves, emptyMove(moves.length, free)] })}
            >
              {bulkTexts.addDate}
            </Button>
          )}
        </fieldset>
        <fieldset className={styles.part}>
          <legend className={styles.legend}>{bulkTexts.set}</legend>
          <div className={styles.fields}>
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
          </div>
        </fieldset>
        <fieldset className={styles.part}>
          <legend className={styles.legend}>{bulkTexts.emptied}</legend>
          <div className={styles.emptied}>
            {bulkFields.map((field) => (
              <Checkbox
                key={field}
                label={plannedLabel(field)}
                checked={draft.emptied.includes(field)}
                onChange={({ currentTarget: { checked } }) =>
                  set({ emptied: bulkFields.filter((one) => (one === field ? checked : draft.emptied.includes(one))) })
                }
              />
            ))}
          </div>
        </fieldset>
        <Textarea
          label={bulkTexts.reason}
          value={draft.reason}
          maxLength={2000}
          rows={2}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
        <div className={styles.foot}>
          <DialogButtons onCancel={onClose}>
            <Button type="submit" loading={change.busy}>
              {bulkTexts.preview}
            </Button>
          </DialogButtons>
        </div>
      </Stack>
    </form>
  );
}
