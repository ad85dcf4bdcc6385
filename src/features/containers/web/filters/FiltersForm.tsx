import { Button, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { dateFields, presets } from '#features/containers/core/container-fields.rules.ts';
import type { DateField } from '#features/containers/core/container-fields.rules.ts';
import { fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import { filterTexts, referenceFilters } from '#features/containers/list/container-filters.texts.ts';
import type { NameOf } from '#features/containers/list/container-filters.texts.ts';
import { containersView } from '#features/containers/list/containers-view.rules.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { PortSelect, ReferenceSelect } from '../edit/ReferenceSelect.tsx';
import { PartiesLink } from './PartiesLink.tsx';
import styles from './MoreFilters.module.css';

type Props = {
  view: ContainersView;
  nameOf: NameOf;
  onApply: (part: Partial<ContainersView>) => void;
  className: string;
};

/** Ready-made filters, date ranges, parties, port and people. They apply together with 'Show containers'. */
export function FiltersForm({ view, nameOf, onApply, className }: Props) {
  const [draft, setDraft] = useState(view);
  const set = (part: Partial<ContainersView>) => setDraft((draft) => ({ ...draft, ...part }));
  const wrong = dateFields.filter((field) => isReversed(draft, field));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (wrong.length === 0) onApply(extraOf(draft));
  };
  return (
    <form className={className} noValidate onSubmit={submit}>
      <fieldset className={styles.part}>
        <legend className={styles.legend}>{filterTexts.preset}</legend>
        <div className={styles.presets}>
          {presets.map((preset) => (
            <button
              key={preset}
              type="button"
              className={styles.preset}
              aria-pressed={draft.preset === preset}
              onClick={() => set({ preset: draft.preset === preset ? undefined : preset })}
            >
              {filterTexts.presets[preset]}
            </button>
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.part}>
        <legend className={styles.legend}>{filterTexts.dates}</legend>
        {dateFields.map((field) => (
          <Range key={field} field={field} draft={draft} onChange={set} />
        ))}
      </fieldset>
      <fieldset className={styles.part}>
        <legend className={styles.legend}>{filterTexts.others}</legend>
        {referenceFilters.map((field) => (
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
      </fieldset>
      <div className={styles.buttons}>
        <Button type="submit" flex="1 1 0">
          {filterTexts.apply}
        </Button>
        <Button
          variant="default"
          onClick={() => setDraft((draft) => ({ ...draft, ...extraOf(containersView.initial) }))}
        >
          {filterTexts.clear}
        </Button>
      </div>
    </form>
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
      size="sm"
      label={filterTexts.ends[end]}
      classNames={{ label: styles.end ?? '' }}
      aria-label={filterTexts[end](label)}
      aria-invalid={wrong}
      aria-describedby={wrong ? wrongId : undefined}
      value={draft[`${field}_${end}`] ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ [`${field}_${end}`]: value || undefined })}
    />
  );
  return (
    <div className={styles.range}>
      <span aria-hidden="true">{label}</span>
      {input('from')}
      {input('to')}
      {wrong && (
        <p id={wrongId} className={styles.wrong} role="alert">
          {filterTexts.wrongRange}
        </p>
      )}
    </div>
  );
}

function isReversed(view: ContainersView, field: DateField): boolean {
  const [from, to] = [view[`${field}_from`], view[`${field}_to`]];
  return from !== undefined && to !== undefined && from > to;
}

const extraKeys = [
  'preset',
  ...referenceFilters,
  'vessel',
  'port',
  ...dateFields.flatMap((field) => [`${field}_from`, `${field}_to`] as const),
] as const;

/** The filters of this form. The others are in the toolbar. */
const extraOf = (view: ContainersView): Partial<ContainersView> =>
  Object.fromEntries(extraKeys.map((key) => [key, view[key]]));
