import { Progress } from '@mantine/core';
import { ownTexts } from '#features/files/core/files.texts.ts';
import { percent } from '#features/files/upload/upload.rules.ts';
import type { Transfer } from './transfers.ts';
import styles from './TransferState.module.css';

type Props = { name: string; size: number; transfer: Transfer };

const words = {
  queued: ownTexts.queued,
  waiting: ownTexts.offline,
  paused: ownTexts.paused,
  failed: ownTexts.failedAlone,
  cancelled: ownTexts.notSent,
} as const;

const colors = { waiting: 'yellow', paused: 'gray', queued: 'gray' } as const;

/** The progress of a large file, and the reason if it is not being sent. */
export function TransferState({ name, size, transfer }: Props) {
  const { state, sent, reason } = transfer;
  if (state === 'failed' || state === 'cancelled')
    return (
      <span className={styles.words} data-failed={state === 'failed'} title={reason}>
        {reason ?? words[state]}
      </span>
    );
  const done = percent(sent, size);
  return (
    <span className={styles.line}>
      <Progress
        className={styles.bar}
        value={done}
        size="sm"
        aria-label={ownTexts.progressOf(name)}
        {...(state !== 'sending' && { color: colors[state] })}
      />
      <span className={styles.words}>
        {state === 'sending' ? moving(done) : ownTexts.percentAnd(done, words[state])}
      </span>
    </span>
  );
}

/** The server joins the pieces after the last byte. */
const moving = (done: number) => (done === 100 ? ownTexts.finishing : ownTexts.percent(done));
