import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import type { Transaction, TransactionBuilder } from 'kysely';
import { isUndoneByOthers } from './portable.ts';

const mostTries = 6;
const firstPauseMs = 10;

/**
 * A database whose transactions are run again when it undid them because of others that ran at the same time. Only those
 * that it says it undid: one whose commit got no answer may have been done, and is never run a second time.
 */
export class RetryingKysely<T> extends Kysely<T> {
  override transaction(): TransactionBuilder<T> {
    const once = super.transaction();
    const execute = once.execute.bind(once);
    once.execute = async <R>(work: (tx: Transaction<T>) => Promise<R>) => runAgain(() => execute(work));
    return once;
  }
}

async function runAgain<R>(run: () => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isUndoneByOthers(error) || tries >= mostTries) throw error;
      // Those that got in each other's way do not come back at the same moment.
      await sleep(Math.random() * firstPauseMs * 2 ** tries);
    }
  }
}
