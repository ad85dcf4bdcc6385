import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { storedDetail } from '#features/containers/core/container-details.rules.ts';
import type { DetailValues } from '#features/containers/core/container-details.rules.ts';
import { isDateField, maxTextLengths } from '#features/containers/core/container-fields.rules.ts';
import type { OptionalField } from '#features/containers/core/container-fields.rules.ts';
import { fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { storedStatuses } from '#features/containers/core/containers.rules.ts';
import type { StoredStatus } from '#features/containers/core/containers.rules.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { formatCalendarDate } from '#shared/format.ts';
import { AssigneeField } from './AssigneeField.tsx';
import { personOf } from './container-values.ts';
import { PartyField, PortField } from './SuggestedField.tsx';
import { TeamField } from './TeamField.tsx';
import type { Hints } from './use-container-hints.ts';
import styles from './ContainerFields.module.css';

export type DetailsProps = {
  values: DetailValues;
  onChange: (part: Partial<DetailValues>) => void;
  errors: Record<string, string[]> | undefined;
  hints: Hints;
  container: Container | undefined;
  /** The stored container, if another user changed it during editing. */
  stored: Container | undefined;
  /** The status of a new container. An edit does not change it. */
  status?: { value: StoredStatus; onChange: (status: StoredStatus) => void } | undefined;
};

/** The optional fields of a container, in the order of a shipment. Our choice throughout. */
export function MoreDetails({ values, onChange, errors, hints, container, stored, status }: DetailsProps) {
  const storedHint = (name: OptionalField) => {
    const value = storedDetail(name, values, stored);
    if (value === undefined) return undefined;
    const shown = isDateField(name) && value !== '' ? formatCalendarDate(value) : value;
    return <strong>{ownTexts.storedNow(shown === '' ? ownTexts.storedEmpty : shown)}</strong>;
  };
  const plain = (name: OptionalField) => ({
    name,
    label: fieldLabels[name.replace(/_id$/, '_name') as keyof typeof fieldLabels],
    value: values[name],
    error: errors?.[name]?.[0],
    description: storedHint(name) ?? hints[name],
    classNames: { description: styles.hint ?? '' },
    autoComplete: 'off',
  });
  const field = (name: OptionalField) => ({
    ...plain(name),
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  });
  const text = (name: Exclude<keyof typeof maxTextLengths, 'remarks'>) => (
    <TextInput {...field(name)} maxLength={maxTextLengths[name]} />
  );
  const date = (name: OptionalField) => <TextInput {...field(name)} type="date" min="1900-01-01" max="9999-12-31" />;
  const party = (name: OptionalField) => (
    <PartyField {...plain(name)} onChange={(value) => onChange({ [name]: value })} />
  );
  const port = (name: OptionalField) => (
    <PortField {...plain(name)} placeholder={ownTexts.portHint} onChange={(value) => onChange({ [name]: value })} />
  );
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {text('container_number')}
      {text('bl_number')}
      {text('booking_number')}
      {party('supplier_id')}
      {party('customer_id')}
      {party('carrier_id')}
      {text('vessel')}
      {text('voyage')}
      {port('pol')}
      {port('pod')}
      {date('etd')}
      {date('eta')}
      {date('atd')}
      {date('ata')}
      {status && (
        <NativeSelect
          label={fieldLabels.status}
          data={Object.values(storedStatuses)}
          value={status.value}
          onChange={({ currentTarget: { value } }) => status.onChange(value as StoredStatus)}
          className={styles.wide ?? ''}
        />
      )}
      {date('received_on')}
      {date('departed_on')}
      {date('last_free_day')}
      {text('goods')}
      <TextInput {...field('packages')} type="number" min={0} step={1} />
      <TextInput {...field('weight_kg')} type="number" min={0} step="any" />
      {text('seal')}
      <AssigneeField
        value={values.assignee_id}
        onChange={(assignee_id) => onChange({ assignee_id })}
        known={personOf(container)}
        error={errors?.['assignee_id']?.[0]}
        description={storedHint('assignee_id')}
      />
      <TeamField {...field('team_id')} container={container} />
      <Textarea
        {...field('remarks')}
        maxLength={maxTextLengths.remarks}
        autosize
        minRows={2}
        maxRows={8}
        className={styles.wide ?? ''}
      />
    </SimpleGrid>
  );
}
