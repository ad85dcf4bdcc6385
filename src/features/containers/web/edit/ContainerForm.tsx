import { Alert, Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { changedValues, formValuesOf, takesReason } from '#features/containers/core/container-details.rules.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import type { StoredStatus } from '#features/containers/core/containers.rules.ts';
import { ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { statusIds } from '#features/papers/statuses.rules.ts';
import { useAction } from '#web/use-action.ts';
import { Form } from '#web/widgets/Form.tsx';
import { conflictingContainer, useContainerChanged } from '../containers.data.ts';
import { ContainerFields } from './ContainerFields.tsx';
import { useContainerHints } from './use-container-hints.ts';
import { useDetailInput } from './use-detail-input.ts';

type Props = {
  /** The container to edit. Without it, the form adds a container. */
  container: Container | undefined;
  onClose: () => void;
};

/**
 * Adds or edits a container. Saving sends the version that was read. If another user has changed the container, the form shows
 * the stored values beside the input, and the user chooses between them.
 */
export function ContainerForm({ container, onClose }: Props) {
  const [basis, setBasis] = useState(container);
  const [values, setValues] = useState(() => formValuesOf(container));
  const [reason, setReason] = useState('');
  const [status, setStatus] = useState<StoredStatus>('Not Received');
  const creation = useAction(containersContract.create, { done: texts.created, failed: texts.saveFailed });
  const update = useAction(containersContract.update, { done: texts.updated, failed: texts.saveFailed });
  const onChanged = useContainerChanged();
  const { busy: isSaving, failure } = basis ? update : creation;
  const { readDetails, isReading } = useDetailInput();
  const stored = conflictingContainer(failure);
  const current = stored ?? basis;
  // After a conflict these are all fields that differ from the stored ones, because the form shows them as such.
  const changed = changedValues(values, current);
  const movesDate = current !== undefined && changed.some((field) => takesReason(current, field));
  const hints = useContainerHints(values, current?.id);

  const send = async () => {
    const { name, container_no, pfi_date, ex_factory_date } = values;
    const optional = await readDetails(values, changed);
    if (!optional) return undefined;
    // A change takes the same body as a creation, and its status stays. See docs/specification.md#calls.
    const status_id = current?.status_id ?? statusIds[status];
    const input = { name, container_no, expected_date: pfi_date, ex_factory_date, status_id, ...optional };
    if (!current) return creation.run(input);
    const { id, version } = current;
    return update.run({ ...input, id, version, reason: movesDate ? reason : null });
  };
  const save = async () => {
    const saved = await send();
    if (saved) onClose();
    await onChanged(saved);
  };
  const takeStored = (newBasis: Container) => {
    setBasis(newBasis);
    setValues(formValuesOf(newBasis));
    setReason('');
    update.reset();
  };

  return (
    <Form
      action={{ busy: isSaving || isReading, failure }}
      submit={stored ? ownTexts.saveOver : basis ? ownTexts.update : ownTexts.create}
      onCancel={onClose}
      isFoot
      onSubmit={save}
    >
      {stored && failure && (
        <Alert role="alert" color="container" variant="light" title={ownTexts.changedTitle}>
          <Text size="sm">{failure.message}</Text>
          <Text size="sm" mt={4}>
            {changed.length > 0 ? ownTexts.changedHint : ownTexts.nothingDiffers}
          </Text>
          <Button size="compact-md" variant="default" mt="sm" onClick={() => takeStored(stored)}>
            {ownTexts.takeStored}
          </Button>
        </Alert>
      )}
      <ContainerFields
        form={{
          values,
          onChange: (part) => setValues({ ...values, ...part }),
          errors: failure?.errors,
          hints,
          container: current,
          stored,
          status: current ? undefined : { value: status, onChange: setStatus },
        }}
      />
      {basis && movesDate && (
        <TextInput
          label={ownTexts.dateReason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={failure?.errors?.['reason']?.[0]}
          maxLength={2000}
          autoComplete="off"
        />
      )}
    </Form>
  );
}
