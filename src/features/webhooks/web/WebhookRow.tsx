import { Box, Button, Group, Text } from '@mantine/core';
import { webhooksContract } from '#features/webhooks/webhooks.contract.ts';
import type { Webhook } from '#features/webhooks/webhooks.contract.ts';
import { texts } from '#features/webhooks/webhooks.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { useAction } from '#web/use-action.ts';
import { useConfirm } from '#web/widgets/ConfirmDialog.tsx';
import { Row } from '#web/widgets/Row.tsx';
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
      <Box flex="1 1 20rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text component="bdi" fw={550}>
          {name}
        </Text>{' '}
        <StateBadge tone={tones[state]}>{texts.states[state]}</StateBadge>
        <Text fz="sm" c="dimmed">
          <bdi>{url}</bdi>
        </Text>
        <LastAnswer webhook={webhook} />
      </Box>
      <Group gap="xxs">
        <Button
          variant="subtle"
          size="xs"
          aria-label={texts.testOf(name)}
          loading={test.busy}
          onClick={() => void test.run({ id })}
        >
          {texts.test}
        </Button>
        <Button variant="subtle" size="xs" aria-label={texts.logOf(name)} onClick={onLog}>
          {texts.log}
        </Button>
        <Button variant="subtle" size="xs" aria-label={texts.editOf(name)} onClick={onEdit}>
          {texts.edit}
        </Button>
        <Button variant="subtle" size="xs" color="red" aria-label={texts.removeOf(name)} onClick={() => void remove()}>
          {texts.remove}
        </Button>
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
