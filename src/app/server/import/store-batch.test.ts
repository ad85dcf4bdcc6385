import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import { asAdmin, countBlobs } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import { findAdministrator } from '../admin/admin.queries.ts';
import type { Candidate, ImportUser, Target } from './sort-candidates.ts';
import { storeBatch } from './store-batch.ts';

test('a file that is moved to the trash while its new version is read is left out, and said', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const source = await mkdtemp(join(tmpdir(), 'stowage-batch-'));
  t.after(() => rm(source, { recursive: true }));
  const admin = await asAdmin(app);
  const user = (await findAdministrator(app.ctx.db)) as ImportUser;
  const { blobs } = app.ctx;
  let meanwhile = async () => {};
  const stage: typeof blobs.stage = async (...given) => {
    const staged = await blobs.stage(...given);
    await meanwhile();
    return staged;
  };
  const slow = Object.assign(Object.create(blobs) as typeof blobs, { stage });
  const target = { context: { ...app.ctx, blobs: slow }, into: 'In', user, rules: [], update: true };
  const said: string[] = [];
  const store = async (content: string) => {
    await writeFile(join(source, 'list.txt'), content);
    const candidate: Candidate = {
      bytes: Buffer.from(join(source, 'list.txt')),
      path: 'list.txt',
      size: content.length,
      folder: 'In',
      filename: 'list.txt',
      isCleaned: false,
      teamId: 1,
      typeId: 1,
    };
    return storeBatch(target as unknown as Target, [candidate], (line) => said.push(line));
  };
  assert.equal((await store('first')).files.length, 1);
  const before = await countBlobs(app);
  const { id } = await app.ctx.db.selectFrom('files').select('id').executeTakeFirstOrThrow();
  meanwhile = async () => assert.equal((await admin.call(filesContract.remove, { id })).status, 204);
  assert.deepEqual(await store('second'), { files: [], present: 0, leftOut: 1 });
  assert.deepEqual(said, ['left out  "list.txt"  was moved to the trash or replaced during the import']);
  assert.equal(await countBlobs(app), before);
});
