import { NativeSelect, Text, Textarea } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { delayCategories, guessCategory } from '#features/containers/core/containers.rules.ts';
import { categoryLabels, ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { Form } from '#web/widgets/Form.tsx';
import { Note } from '#web/widgets/Note.tsx';
import { useContainersPage } from '../containers-page.context.ts';
import { conflictingContainer, useContainerChanged } from '../containers.data.ts';
import { lacksDate, NewDateField, newDateOf, noNewDate } from './NewDateField.tsx';
import { Problem } from './Problem.tsx';

type Props = { kind: 'delayPfi' | 'delayExFactory'; container: Container | undefined; onClose: () => void };

const noCategory = '';
/** The values that each dialog sends: for the call of the specification, and for our call with a new date. */
const statuses = { delayPfi: 'Delayed', delayExFactory: 'Ex Factory Delayed' } as const;
const kinds = { delayPfi: 'pfi', delayExFactory: 'ex_factory' } as const;
const notFound = 404;

/**
 * Asks for the reason of a delay and logs it, and sets the new date if it is known. See
 * docs/specification.md#containers-the-dialogs and docs/choices.md#the-delay-dialogs.
 */
export function DelayForm({ kind, container, onClose }: Props) {
  const [target, setTarget] = useState(container);
  const [reason, setReason] = useState('');
  // Undefined until the user chooses. Until then, the words of the reason decide.
  const [chosenCategory, setCategory] = useState<string>();
  const category = chosenCategory ?? guessCategory(reason) ?? noCategory;
  const [chosenDate, setChosenDate] = useState(noNewDate);
  const [fileIds, setFileIds] = useState<number[]>([]);
  const [blank, setBlank] = useState(false);
  const [undated, setUndated] = useState(false);
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const dateField = useRef<HTMLInputElement>(null);
  const change = useAction(containersContract.changeStatus, { done: texts.statusChanged, failed: texts.statusFailed });
  const delay = useAction(containerWorkContract.delay, { done: texts.statusChanged, failed: texts.statusFailed });
  const onChanged = useContainerChanged();
  const { slots } = useContainersPage();
  // The call of the last attempt has the failure.
  const failure = delay.failure ?? change.failure;
  const busy = change.busy || delay.busy;
  const stored = conflictingContainer(failure);
  const current = failure?.status === notFound ? undefined : (stored ?? target);
  const newDate = newDateOf(chosenDate, kind, current);

  const log = async () => {
    const isBlank = reason.trim() === '';
    setBlank(isBlank);
    if (!current) return toast.error(texts.noContainer);
    if (isBlank) {
      toast.error(texts.reasonRequired);
      return reasonField.current?.focus();
    }
    if (lacksDate(chosenDate)) {
      setUndated(true);
      return dateField.current?.focus();
    }
    const { id, version } = current;
    const known = delayCategories.find((one) => one === category) ?? null;
    const file_ids = fileIds.length > 0 ? fileIds : undefined;
    setTarget(current);
    (newDate === '' ? delay : change).reset();
    const changed =
      newDate === ''
        ? await change.run({
            id,
            status: statuses[kind],
            delay_reason: reason,
            delay_category: known,
            version,
            file_ids,
          })
        : await delay.run({ id, kind: kinds[kind], reason, category: known, new_date: newDate, version, file_ids });
    if (changed) onClose();
    await onChanged(changed);
  };

  return (
    <Form action={{ busy }} submit={ownTexts.markDelayed} onCancel={onClose} onSubmit={log} noValidate>
      {target && (
        <div style={{ overflowWrap: 'anywhere' }}>
          <Text fw={550}>
            <bdi>{target.name}</bdi>
          </Text>
          <Note>
            <bdi>{target.container_no}</bdi>
          </Note>
        </div>
      )}
      {failure && (failure.status === notFound || stored) && <Problem>{failure.message}</Problem>}
      <NativeSelect
        label={ownTexts.category}
        value={category}
        onChange={(event) => setCategory(event.currentTarget.value)}
        data={[
          { value: noCategory, label: ownTexts.noCategory },
          ...delayCategories.map((value) => ({ value, label: categoryLabels[value] })),
        ]}
      />
      <Textarea
        ref={reasonField}
        label={ownTexts.reason}
        placeholder={ownTexts.reasonPlaceholder}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={blank ? texts.reasonRequired : (failure?.errors?.['delay_reason'] ?? failure?.errors?.['reason'])?.[0]}
        maxLength={2000}
        rows={4}
        required
        withAsterisk={false}
        data-autofocus
      />
      {target && (
        <NewDateField
          kind={kind}
          container={current ?? target}
          value={chosenDate}
          onChange={(value) => {
            setChosenDate(value);
            setUndated(false);
          }}
          error={undated ? ownTexts.chosenDateRequired : failure?.errors?.['new_date']?.[0]}
          dateRef={dateField}
        />
      )}
      {target && (
        <Suspense fallback={null}>
          <slots.EvidenceField containerId={target.id} chosen={fileIds} onChange={setFileIds} takesDrops />
        </Suspense>
      )}
    </Form>
  );
}
