import { Alert, Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { containersContract } from '#features/containers/containers.contract.ts';
import type { Container } from '#features/containers/containers.contract.ts';
import { delayCategories } from '#features/containers/containers.rules.ts';
import { categoryLabels, ownTexts, texts } from '#features/containers/containers.texts.ts';
import { texts as shared } from '#shared/texts.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { conflictingContainer, useContainerChanged } from './containers.data.ts';
import styles from './DelayForm.module.css';

type Props = { kind: 'delayPfi' | 'delayExFactory'; container: Container | undefined; onClose: () => void };

const noCategory = '';
const notFound = 404;

/** Asks for the reason of a delay and logs it. See docs/specification.md#containers-the-dialogs. */
export function DelayForm({ kind, container, onClose }: Props) {
  const [target, setTarget] = useState(container);
  const [reason, setReason] = useState('');
  const [category, setCategory] = useState(noCategory);
  const [blank, setBlank] = useState(false);
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const change = useAction(containersContract.changeStatus, { done: texts.statusChanged, failed: texts.statusFailed });
  const onChanged = useContainerChanged();
  const { failure } = change;
  const stored = conflictingContainer(failure);
  const current = failure?.status === notFound ? undefined : (stored ?? target);

  const log = async () => {
    const isBlank = reason.trim() === '';
    setBlank(isBlank);
    if (!current) return toast.error(texts.noContainer);
    if (isBlank) {
      toast.error(texts.reasonRequired);
      return reasonField.current?.focus();
    }
    const changed = await change.run({
      id: current.id,
      status: kind === 'delayPfi' ? 'Delayed' : 'Ex Factory Delayed',
      delay_reason: reason,
      delay_category: delayCategories.find((known) => known === category) ?? null,
      version: current.version,
    });
    setTarget(current);
    if (changed) onClose();
    await onChanged(changed);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!change.busy) void log();
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {target && (
          <div>
            <p className={styles.name}>
              <bdi>{target.name}</bdi>
            </p>
            <p className={styles.number}>
              <bdi>{target.container_no}</bdi>
            </p>
          </div>
        )}
        {failure && (failure.status === notFound || stored) && (
          <Alert
            role="alert"
            color="container"
            variant="light"
            icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />}
          >
            <Text size="sm">{failure.message}</Text>
          </Alert>
        )}
        <Textarea
          ref={reasonField}
          label={ownTexts.reason}
          placeholder={ownTexts.reasonPlaceholder}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={blank ? texts.reasonRequired : failure?.errors?.['delay_reason']?.[0]}
          maxLength={2000}
          rows={4}
          required
          withAsterisk={false}
          data-autofocus
        />
        <NativeSelect
          label={ownTexts.category}
          value={category}
          onChange={(event) => setCategory(event.currentTarget.value)}
          data={[
            { value: noCategory, label: ownTexts.noCategory },
            ...delayCategories.map((value) => ({ value, label: categoryLabels[value] })),
          ]}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {shared.cancel}
          </Button>
          <Button type="submit" loading={change.busy}>
            {ownTexts.markDelayed}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
