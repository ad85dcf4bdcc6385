import { Group, Text } from '@mantine/core';
import { webhooksContract } from '#features/webhooks/webhooks.contract.ts';
import type { Webhook } from '#features/webhooks/webhooks.contract.ts';
import { texts } from '#features/webhooks/webhooks.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { Row, RowButton, RowText } from '#web/widgets/Row.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { outcome } from './webhooks.data.ts';

const tones = { on: 'success', off: 'neutral', paused: 'danger' } as const;

type Props = { webhook: Webhook; onEdit: () => void; onLog: () => void };

/** A webhook with its last answer and its actions. A test opens the log, which has the answer. */
export function WebhookRow({ webhook, onEdit, onLog }: Props) {
  const { id, name, url, state } = webhook;
  const { confirm, dialog } = useConfirm();
  const test = useAction(webhooksContract.test, { ...outcome, failed: texts.testFailed, onSuccess: onLog });
  const removal = useAction(webhooksContract.remove, { ...outcome, done: texts.removed, failed: texts.removeFailed });
  const remove = async () => {
    if (await confirm({ title: texts.removeTitle(name), question: texts.removeQuestion })) await removal.run({ id });
  };
  return (
    <Row style={{ flexWrap: 'wrap' }}>
      <RowText
        name={name}
        mark={<StateBadge tone={tones[state]}>{texts.states[state]}</StateBadge>}
        lines={[<bdi key="url">{url}</bdi>]}
      >
        <LastAnswer webhook={webhook} />
      </RowText>
      <Group gap="xxs">
        <RowButton name={texts.testOf(name)} loading={test.busy} onClick={() => void test.run({ id })}>
          {texts.test}
        </RowButton>
        <RowButton name={texts.logOf(name)} onClick={onLog}>
          {texts.log}
        </RowButton>
        <RowButton name={texts.editOf(name)} onClick={onEdit}>
          {texts.edit}
        </RowButton>
        <RowButton name={texts.removeOf(name)} color="red" onClick={() => void remove()}>
          {texts.remove}
        </RowButton>
      </Group>
      {dialog}
    </Row>
  );
}

function LastAnswer({ webhook: { last, failing_since, waiting } }: { webhook: Webhook }) {
  const rest = [
    ...(failing_since === null ? [] : [texts.failingSince(formatDateTime(failing_since))]),
    ...(waiting === 0 ? [] : [texts.waiting(waiting)]),
  ];
  const answer = !last
    ? texts.never
    : last.error === null
      ? texts.accepted(formatDateTime(last.at), last.status)
      : texts.failed(formatDateTime(last.at), last.error);
  return (
    <Text fz="sm" c={last?.error ? 'var(--danger-text)' : 'dimmed'}>
      {[answer, ...rest].join(' · ')}
    </Text>
  );
}
