import { NativeSelect, SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { inputKindOf, storedText } from '#features/containers/core/container-details.rules.ts';
import type { FormValues } from '#features/containers/core/container-details.rules.ts';
import {
  eventDays,
  optionalFields,
  partyFields,
  portFields,
  quantityFields,
} from '#features/containers/core/container-fields.rules.ts';
import type { OptionalField } from '#features/containers/core/container-fields.rules.ts';
import { fieldHints, fieldLabel, fieldLabels, fieldText } from '#features/containers/core/container-fields.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { storedStatuses } from '#features/containers/core/containers.rules.ts';
import type { StoredStatus } from '#features/containers/core/containers.rules.ts';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import type { EditableField } from '#features/containers/core/field-changes.rules.ts';
import { freeTimeFields } from '#features/containers/core/free-time.rules.ts';
import { wrongCheckDigit } from '#features/papers/container-number.rules.ts';
import { ContainerInput } from './ContainerInput.tsx';
import type { Hints } from './use-container-hints.ts';
import styles from './ContainerFields.module.css';

type Form = {
  values: FormValues;
  onChange: (part: Partial<FormValues>) => void;
  errors: Record<string, string[]> | undefined;
  hints: Hints;
  container: Container | undefined;
  /** The stored container, if another user changed it during editing. */
  stored: Container | undefined;
  /** The status of a new container. An edit does not change it. */
  status: { value: StoredStatus; onChange: (status: StoredStatus) => void } | undefined;
};

/** The required fields, and below them the optional ones. See docs/choices.md#container-records. */
export function ContainerFields({ form }: { form: Form }) {
  const { values, errors, hints } = form;
  return (
    <>
      <Field form={form} field="name" required data-autofocus />
      <Field form={form} field="container_no" hint={digitHint(values.container_no) ?? hints['container_no']} required />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Field form={form} field="pfi_date" error={(errors?.['expected_date'] ?? errors?.['pfi_date'])?.[0]} required />
        <Field form={form} field="ex_factory_date" required />
      </SimpleGrid>
      <MoreDetails form={form} />
    </>
  );
}

/** A hint and not an error, because an order number need not be a container number. */
function digitHint(orderNumber: string): string | undefined {
  const wrong = wrongCheckDigit(orderNumber);
  return wrong && ownTexts.wrongCheckDigit(wrong.number, wrong.expected);
}

/** The optional fields in the order of a shipment. Our choice throughout. */
const beforeStatus = [
  'container_number',
  'bl_number',
  'booking_number',
  ...partyFields,
  'vessel',
  'voyage',
  ...portFields,
  'etd',
  'eta',
  'atd',
  'ata',
] as const satisfies OptionalField[];
const afterStatus = [
  ...eventDays,
  ...freeTimeFields,
  'goods',
  ...quantityFields,
  'seal',
  'assignee_id',
  'team_id',
  'remarks',
] as const satisfies OptionalField[];

/** The optional fields under a heading that opens and closes them. Filled ones are in sight at first. */
function MoreDetails({ form }: { form: Form }) {
  const { values, stored, status } = form;
  const filled = optionalFields.filter((field) => values[field] !== '').length;
  const [isOpen, setOpen] = useState(filled > 0);
  // A conflict about a hidden field would be overwritten unseen.
  const open = isOpen || optionalFields.some((field) => storedText(field, values, stored) !== undefined);
  const bodyId = useId();
  const Chevron = open ? IconChevronUp : IconChevronDown;
  return (
    <div>
      <UnstyledButton
        w="100%"
        mih={44}
        fz="sm"
        fw={550}
        aria-expanded={open}
        aria-controls={bodyId}
        onClick={() => setOpen(!open)}
      >
        <Chevron size={16} stroke={2} aria-hidden="true" /> {ownTexts.moreDetails}{' '}
        {filled > 0 && (
          <Text span inherit c="dimmed" fw={400}>
            {ownTexts.filledDetails(filled)}
          </Text>
        )}
      </UnstyledButton>
      <div id={bodyId} hidden={!open}>
        {open && (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            {beforeStatus.map((field) => (
              <Field key={field} form={form} field={field} />
            ))}
            {status && (
              <NativeSelect
                label={fieldLabels.status}
                data={Object.values(storedStatuses)}
                value={status.value}
                onChange={({ currentTarget: { value } }) => status.onChange(value as StoredStatus)}
                className={styles.wide ?? ''}
              />
            )}
            {afterStatus.map((field) => (
              <Field key={field} form={form} field={field} />
            ))}
          </SimpleGrid>
        )}
      </div>
    </div>
  );
}

type FieldProps = { form: Form; field: EditableField; hint?: ReactNode } & Partial<
  Pick<ComponentProps<typeof ContainerInput>, 'error' | 'required' | 'data-autofocus'>
>;

/** One field of the form with its hint, or after a conflict with the stored value. */
function Field({ form, field, hint = form.hints[field] ?? fieldHints[field], ...rest }: FieldProps) {
  const { values, onChange, errors, container, stored } = form;
  const text = storedText(field, values, stored);
  return (
    <ContainerInput
      {...{ field, container }}
      name={field}
      label={fieldLabel(field)}
      value={values[field]}
      onChange={(value) => onChange({ [field]: value })}
      error={errors?.[field]?.[0]}
      description={
        text === undefined ? (
          hint
        ) : (
          <strong>{ownTexts.storedNow(fieldText(field, text) || ownTexts.storedEmpty)}</strong>
        )
      }
      classNames={{ description: styles.hint ?? '' }}
      {...(inputKindOf(field) === 'port' && { placeholder: ownTexts.portHint })}
      {...(field === 'remarks' && { className: styles.wide ?? '' })}
      {...rest}
    />
  );
}
