import { setTimeout as sleep } from 'node:timers/promises';
import { makeFileNameIndex } from '#server/file-name-index/file-name-index.ts';
import type { FileNameIndex } from '#server/file-name-index/file-name-index.ts';
import type { SearchScope } from '#server/file-name-index/shard.ts';
import type { TestApp } from './test-app.ts';

const allFiles: SearchScope = {
  callerId: 0,
  seenTeamIds: undefined,
  teamId: undefined,
  typeId: undefined,
  sinceMs: undefined,
  matchingTeamIds: [],
  matchingUserIds: [],
  also: [],
  without: [],
};

/** Makes a product use the file-name index although it has few files. */
export async function indexFileNames({ ctx }: TestApp): Promise<void> {
  await ctx.fileNameIndex.stop();
  const fileNameIndex = makeFileNameIndex(ctx.listDb, ctx.log, { threads: 3, minFiles: 0 });
  Object.assign(ctx, { fileNameIndex } satisfies { fileNameIndex: FileNameIndex });
  const until = Date.now() + 60_000;
  while (!(await fileNameIndex.search(allFiles, 'a', undefined))) {
    if (Date.now() > until) throw new Error('the index was not built within 60 s');
    await sleep(20);
  }
}
