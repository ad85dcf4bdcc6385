import { setTimeout as sleep } from 'node:timers/promises';
import { makeReader } from '#features/readings/server/reader.ts';
import { findWaiting } from '#features/readings/server/readings.queries.ts';
import { readWaiting } from '#features/readings/server/readings.service.ts';
import type { TestApp } from './test-app.ts';

/** Has everything read that waits, as the server does every few seconds; `endsItsReader` kills the process while it reads. */
export async function readStored({ parts }: TestApp, { endsItsReader = false } = {}): Promise<void> {
  const reader = makeReader();
  try {
    const done = readWaiting(parts, reader, new AbortController().signal);
    if (endsItsReader) {
      while (await findWaiting(parts.db, parts.clock().toISOString())) await sleep(5);
      await sleep(20);
      reader.stop();
    }
    await done;
  } finally {
    reader.stop();
  }
}

export { readerArguments } from '#features/readings/server/reader.ts';
