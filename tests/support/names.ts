import { setTimeout as sleep } from 'node:timers/promises';
import { nameRecords } from '#features/files/server/name-records.queries.ts';
import { makeNameBook } from '#server/names/name-book.ts';
import type { NameBook, Question } from '#server/names/name-book.ts';
import type { TestApp } from './test-app.ts';

const anything: Question = {
  term: 'a',
  teamIds: [],
  userIds: [],
  seenTeamIds: undefined,
  callerId: 0,
  teamId: undefined,
  typeId: undefined,
  sinceMs: undefined,
  firsts: undefined,
};

/** Has a product keep the names of its few files in memory, as one with many does. */
export async function keepNames({ parts }: TestApp): Promise<void> {
  await parts.names.stop();
  const names = makeNameBook(nameRecords, parts.log, { threads: 3, worthItFrom: 0 });
  Object.assign(parts, { names } satisfies { names: NameBook });
  const until = Date.now() + 60_000;
  while (!(await names.find(parts.reader, anything))) {
    if (Date.now() > until) throw new Error('the names were not read');
    await sleep(20);
  }
}
