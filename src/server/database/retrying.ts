import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import type { Transaction, TransactionBuilder } from 'kysely';
import { isMissingReference, isUndoneByOthers } from './dialect/errors.ts';

const maxTries = 6;
const firstPauseMs = 10;

/**
 * Repeats transactions that PostgreSQL rolled back because of concurrent ones, also those that refer to a row which another one
 * has just deleted: they read again that it is gone, and refuse with their own sentence. It repeats no others: a transaction
 * whose commit got no response may have been committed.
 */
export class RetryingKysely<T> extends Kysely<T> {
  override transaction(): TransactionBuilder<T> {
    const once = super.transaction();
    const execute = once.execute.bind(once);
    once.execute = async <R>(work: (tx: Transaction<T>) => Promise<R>) => withRetries(() => execute(work));
    return once;
  }
}

async function withRetries<R>(run: () => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(isUndoneByOthers(error) || isMissingReference(error)) || tries >= maxTries) throw error;
      // The random pause keeps conflicting transactions from running at the same moment again.
      await sleep(Math.random() * firstPauseMs * 2 ** tries);
    }
  }
}
