import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { asAdmin, upload } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { makeFileNameIndex } from './file-name-index.ts';
import type { FileNameIndex, SearchResult } from './file-name-index.ts';
import type { FirstRowsQuery, SearchScope } from './shard.ts';

const everything: SearchScope = {
  callerId: 1,
  seenTeamIds: undefined,
  teamId: undefined,
  typeId: undefined,
  sinceMs: undefined,
  matchingTeamIds: [],
  matchingUserIds: [],
  also: [],
  without: [],
};
const bySize: FirstRowsQuery = {
  groupBy: 'type',
  groupId: undefined,
  key: 'size',
  typeRanks: undefined,
  after: undefined,
  limit: 3,
};

describe('an index of file names', () => {
  const app = useTestApp();
  const logged: unknown[] = [];
  const log = { warn: () => {}, info: (line: unknown) => void logged.push(line) };
  const indexes: FileNameIndex[] = [];
  before(async () => {
    const files = Array.from({ length: 7 }, (_, index) => ({ name: `file ${index}.txt`, bytes: 'x'.repeat(index) }));
    await upload(await asAdmin(app), 1, ...files);
  });
  after(() => Promise.all(indexes.map((index) => index.stop())));
  const open = (options: { threads: number; minFiles: number }) => {
    const index = makeFileNameIndex(app.ctx.db, log, options);
    indexes.push(index);
    return index;
  };
  const search = (index: FileNameIndex, text: string) => index.search(everything, text, bySize);
  const searchWhenBuilt = async (index: FileNameIndex, text: string): Promise<SearchResult> => {
    for (;;) {
      const found = await search(index, text);
      if (found) return found;
      await sleep(5);
    }
  };
  const countOf = (found: SearchResult | undefined) => found?.counts.reduce((sum, { files }) => sum + files, 0);

  test('is not available below the minimum number of files', async () => {
    const index = open({ threads: 1, minFiles: 8 });
    index.prepare(7);
    for (let turn = 0; turn < 3; turn += 1) {
      assert.equal(await search(index, 'file'), undefined);
      await sleep(20);
    }
  });

  test('returns the same results with one thread and with several', async () => {
    const one = await searchWhenBuilt(open({ threads: 1, minFiles: 7 }), 'file');
    const several = await searchWhenBuilt(open({ threads: 3, minFiles: 7 }), 'file');
    assert.deepEqual(several, one);
    assert.equal(countOf(one), 7);
    assert.equal(one.firsts[0]?.ids.length, 3);
  });

  test('is built again after too many changes', async () => {
    const index = open({ threads: 2, minFiles: 0 });
    assert.equal(countOf(await searchWhenBuilt(index, 'file')), 7);
    const changes = Array.from({ length: 5_001 }, () => ({ file_id: 1 }));
    await app.ctx.db.insertInto('file_changes').values(changes).execute();
    const before = logged.length;
    assert.equal(await search(index, 'file'), undefined);
    assert.equal(logged.length, before + 1);
    assert.equal(countOf(await searchWhenBuilt(index, 'file')), 7);
  });

  test('is not available after stop()', async () => {
    const index = open({ threads: 2, minFiles: 0 });
    await searchWhenBuilt(index, 'file');
    await index.stop();
    assert.equal(await search(index, 'file'), undefined);
    assert.equal(await search(index, 'file'), undefined);
  });

  test('ends its threads when it is stopped during the build', async () => {
    const index = open({ threads: 2, minFiles: 0 });
    index.prepare(7);
    await index.stop();
    assert.equal(await search(index, 'file'), undefined);
  });
});
