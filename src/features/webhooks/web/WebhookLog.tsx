import { Box, Button, Code, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { webhooksContract } from '#features/webhooks/webhooks.contract.ts';
import type { Webhook, WebhookMessage } from '#features/webhooks/webhooks.contract.ts';
import { labelOfEvent, texts } from '#features/webhooks/webhooks.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { useAction } from '#web/use-action.ts';
import { SideDialog } from '#web/widgets/Dialog.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { MoreRows } from '#web/widgets/MoreRows.tsx';
import { Row } from '#web/widgets/Row.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { messagesQuery, outcome } from './webhooks.data.ts';

type Props = { webhook: Webhook | undefined; opened: boolean; onClose: () => void };

/** The messages to a webhook, the newest first, each with its answer. */
export function WebhookLog({ webhook, opened, onClose }: Props) {
  return (
    <SideDialog opened={opened} onClose={onClose} size="lg" title={webhook && texts.logOf(webhook.name)}>
      {webhook && <Messages id={webhook.id} />}
    </SideDialog>
  );
}

function Messages({ id }: { id: number }) {
  const query = useInfiniteQuery(messagesQuery(id));
  const messages = query.data?.pages.flatMap((page) => page.messages);
  if (query.isPending) return <LoadingRows rows={4} height={64} label={texts.logLoading} />;
  if (!messages) return <LoadFailed query={query} title={texts.logFailed} />;
  return (
    <>
      {messages.length === 0 && <Text fz="sm">{texts.logEmpty}</Text>}
      <Box component="ol" m={0} mx="-sm" p={0} aria-live="polite">
        {messages.map((message) => (
          <MessageRow key={message.id} webhookId={id} message={message} />
        ))}
      </Box>
      <MoreRows list={query} more={texts.more} failed={texts.moreFailed} />
    </>
  );
}

const tones = { open: 'neutral', delivered: 'success', failed: 'danger' } as const;

function MessageRow({ webhookId, message }: { webhookId: number; message: WebhookMessage }) {
  const { id, event, about, happened_at, state, answer, error } = message;
  const replay = useAction(webhooksContract.replay, { ...outcome, done: texts.replayed, failed: texts.replayFailed });
  return (
    <Row style={{ flexWrap: 'wrap' }}>
      <Box flex="1 1 16rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Text span fw={550}>
            {labelOfEvent(event)}
          </Text>
          <StateBadge tone={tones[state]}>{texts.messageStates[state]}</StateBadge>
        </Group>
        {about !== '' && (
          <Text fz="sm" component="bdi">
            {about}
          </Text>
        )}
        <Text fz="sm" c="dimmed">
          {[formatDateTime(happened_at), ...triesOf(message)].join(' · ')}
        </Text>
        {error !== null && (
          <Text fz="sm" c="var(--danger-text)">
            {error}
          </Text>
        )}
        {answer && (
          <Code block mt="xxs" mah={120} aria-label={texts.answerText} style={{ whiteSpace: 'pre-wrap' }}>
            {answer}
          </Code>
        )}
      </Box>
      <Button
        variant="subtle"
        size="xs"
        aria-label={texts.replayOf(labelOfEvent(event), about)}
        loading={replay.busy}
        onClick={() => void replay.run({ id: webhookId, message: id })}
      >
        {texts.replay}
      </Button>
    </Row>
  );
}

function triesOf({ tries, status, duration_ms, next_at, state }: WebhookMessage): string[] {
  if (tries === 0) return [];
  return [
    texts.tries(tries),
    ...(duration_ms === null ? [] : [texts.answered(status, duration_ms)]),
    ...(state === 'open' && next_at !== null ? [texts.next(formatDateTime(next_at))] : []),
  ];
}
