import { Group, Progress, Text } from '@mantine/core';
import { ownTexts } from '#features/files/core/files.texts.ts';
import { percent } from '#features/files/upload/upload.rules.ts';
import type { Transfer } from '../sending/transfers.ts';

type Props = { name: string; size: number; transfer: Transfer };

const words = {
  queued: ownTexts.queued,
  waiting: ownTexts.offline,
  paused: ownTexts.paused,
  failed: ownTexts.failedAlone,
  cancelled: ownTexts.notSent,
} as const;

const colors = { waiting: 'yellow', paused: 'gray', queued: 'gray' } as const;

const line = { fz: 'xs', lh: 1.35, truncate: true } as const;

/** The progress of a large file, and the reason if it is not being sent. */
export function TransferState({ name, size, transfer }: Props) {
  const { state, sent, reason } = transfer;
  if (state === 'failed' || state === 'cancelled')
    return (
      <Text {...line} c={state === 'failed' ? 'var(--danger-text)' : 'dimmed'} title={reason}>
        {reason ?? words[state]}
      </Text>
    );
  const done = percent(sent, size);
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress
        flex="1 1 40px"
        value={done}
        size="sm"
        aria-label={ownTexts.progressOf(name)}
        {...(state !== 'sending' && { color: colors[state] })}
      />
      <Text {...line} c="dimmed">
        {state === 'sending' ? moving(done) : ownTexts.percentAnd(done, words[state])}
      </Text>
    </Group>
  );
}

/** The server joins the pieces after the last byte. */
const moving = (done: number) => (done === 100 ? ownTexts.finishing : ownTexts.percent(done));
