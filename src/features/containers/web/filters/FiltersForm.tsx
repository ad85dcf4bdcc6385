import { Button, Group, Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { dateFields, presets, rangeEnds, referenceFields } from '#features/containers/core/container-fields.rules.ts';
import type { DateField } from '#features/containers/core/container-fields.rules.ts';
import { fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import { filterTexts } from '#features/containers/list/container-filters.texts.ts';
import type { NameOf } from '#features/containers/list/container-filters.texts.ts';
import { containersView } from '#features/containers/list/containers-view.rules.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { recordOf } from '#shared/record-of.ts';
import { Form } from '#web/widgets/Form.tsx';
import { FormPart } from '../edit/FormPart.tsx';
import { PortSelect, ReferenceSelect } from '../edit/ReferenceSelect.tsx';
import { PartiesLink } from './PartiesLink.tsx';
import styles from './MoreFilters.module.css';

type Props = {
  view: ContainersView;
  nameOf: NameOf;
  onApply: (part: Partial<ContainersView>) => void;
};

/** Ready-made filters, date ranges, parties, port and people. They apply together with 'Show containers'. */
export function FiltersForm({ view, nameOf, onApply }: Props) {
  const [draft, setDraft] = useState(view);
  const set = (part: Partial<ContainersView>) => setDraft((draft) => ({ ...draft, ...part }));
  const wrong = dateFields.filter((field) => isReversed(draft, field));
  const submit = () => {
    if (wrong.length > 0) return;
    const isNew = draft.preset === 'free_time' && view.preset !== 'free_time';
    onApply({ ...extraOf(draft), ...(isNew && { sort: 'free_time', order: undefined }) });
  };
  return (
    <Form action={{ busy: false }} gap="lg" noValidate onSubmit={submit}>
      <FormPart legend={filterTexts.preset}>
        <Group gap="xs">
          {presets.map((preset) => (
            <Button
              key={preset}
              size="compact-md"
              radius="xl"
              variant={draft.preset === preset ? 'light' : 'default'}
              aria-pressed={draft.preset === preset}
              onClick={() => set({ preset: draft.preset === preset ? undefined : preset })}
            >
              {filterTexts.presets[preset]}
            </Button>
          ))}
        </Group>
      </FormPart>
      <FormPart legend={filterTexts.dates}>
        {dateFields.map((field) => (
          <Range key={field} field={field} draft={draft} onChange={set} />
        ))}
      </FormPart>
      <FormPart legend={filterTexts.others}>
        {referenceFields.map((field) => (
          <ReferenceSelect
            key={field}
            field={field}
            value={draft[field]}
            name={draft[field] === undefined ? undefined : nameOf(field, draft[field])}
            onChange={(id) => set({ [field]: id })}
          />
        ))}
        <PartiesLink />
        <TextInput
          label={fieldLabels.vessel}
          value={draft.vessel ?? ''}
          maxLength={100}
          onChange={(event) => set({ vessel: event.currentTarget.value || undefined })}
        />
        <PortSelect label={filterTexts.port} value={draft.port} onChange={(port) => set({ port })} />
      </FormPart>
      <Group gap="sm" className={styles.buttons ?? ''}>
        <Button type="submit" flex="1 1 0">
          {filterTexts.apply}
        </Button>
        <Button
          variant="default"
          onClick={() => setDraft((draft) => ({ ...draft, ...extraOf(containersView.initial) }))}
        >
          {filterTexts.clear}
        </Button>
      </Group>
    </Form>
  );
}

type RangeProps = { field: DateField; draft: ContainersView; onChange: (part: Partial<ContainersView>) => void };

function Range({ field, draft, onChange }: RangeProps) {
  const label = fieldLabels[field];
  const wrongId = useId();
  const wrong = isReversed(draft, field);
  const input = (end: 'from' | 'to') => (
    <TextInput
      type="date"
      flex={1}
      miw={0}
      aria-label={filterTexts[end](label)}
      aria-invalid={wrong}
      aria-describedby={wrong ? wrongId : undefined}
      value={draft[`${field}_${end}`] ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ [`${field}_${end}`]: value || undefined })}
    />
  );
  return (
    <Group gap="xs" fz="sm">
      <Text span inherit w={{ base: '100%', xs: 108 }} aria-hidden="true">
        {label}
      </Text>
      {input('from')}
      <span aria-hidden="true">{'–'}</span>
      {input('to')}
      {wrong && (
        <Text id={wrongId} role="alert" fz="xs" c="var(--danger-text)" w="100%">
          {filterTexts.wrongRange}
        </Text>
      )}
    </Group>
  );
}

function isReversed(view: ContainersView, field: DateField): boolean {
  const [from, to] = [view[`${field}_from`], view[`${field}_to`]];
  return from !== undefined && to !== undefined && from > to;
}

/** The filters of this form. The others are in the toolbar. */
const extraOf = (view: ContainersView): Partial<ContainersView> =>
  recordOf(
    ['preset', 'vessel', 'port', ...referenceFields, ...rangeEnds],
    (key) => view[key],
  ) as Partial<ContainersView>;
