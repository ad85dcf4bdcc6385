import { SimpleGrid, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { wrongCheckDigit } from '#features/papers/container-number.rules.ts';
import { formatCalendarDate } from '#shared/format.ts';
import type { ContainerField, ContainerValues } from './container-values.ts';
import type { Hints } from './use-container-hints.ts';
import styles from './ContainerFields.module.css';

type Props = {
  values: ContainerValues;
  onChange: (part: Partial<ContainerValues>) => void;
  errors: Record<string, string[]> | undefined;
  /** The stored container, if another user changed it during editing. */
  stored: Container | undefined;
  hints: Hints;
};

const earliest = '1900-01-01';
const latest = '9999-12-31';

/** All four fields are required. See docs/choices.md#container-records. */
export function ContainerFields({ values, onChange, errors, stored, hints }: Props) {
  const field = (name: ContainerField, label: string, hint: ReactNode = hints[name]) => ({
    label,
    name,
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
    error: errors?.[name]?.[0],
    description: storedHint(name, values, stored) ?? hint,
    classNames: { description: styles.hint ?? '' },
    autoComplete: 'off',
    required: true,
    withAsterisk: false,
  });
  const date = { type: 'date', min: earliest, max: latest };

  return (
    <>
      <TextInput {...field('name', texts.name)} maxLength={255} data-autofocus />
      <TextInput
        {...field('container_no', texts.orderNumber, digitHint(values.container_no) ?? hints['container_no'])}
        maxLength={255}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          {...field('pfi_date', texts.pfiDate)}
          {...date}
          error={(errors?.['expected_date'] ?? errors?.['pfi_date'])?.[0]}
        />
        <TextInput {...field('ex_factory_date', texts.exFactoryDate)} {...date} />
      </SimpleGrid>
    </>
  );
}

function storedHint(name: ContainerField, values: ContainerValues, stored: Container | undefined): ReactNode {
  if (!stored || stored[name] === values[name]) return undefined;
  const isDate = name === 'pfi_date' || name === 'ex_factory_date';
  return <strong>{ownTexts.storedNow(isDate ? formatCalendarDate(stored[name]) : stored[name])}</strong>;
}

/** A hint and not an error, because an order number need not be a container number. */
function digitHint(orderNumber: string): string | undefined {
  const wrong = wrongCheckDigit(orderNumber);
  return wrong && ownTexts.wrongCheckDigit(wrong.number, wrong.expected);
}
