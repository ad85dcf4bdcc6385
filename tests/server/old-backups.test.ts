import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { CannotStart, readConfig } from '#server/config.ts';
import { fixturePath } from '#tests/fixtures.ts';
import { asAdmin, password, signedInWith } from '#tests/make.ts';
import { freshSchema } from '#tests/postgres-schema.ts';
import { contentsOf, listen, makeFolder } from '#tests/restore-points.ts';
import { freshStorage } from '#tests/storage.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { Environment } from '#tests/test-app.ts';
import { verify } from '../../src/app/server/admin/verify.ts';
import { restoreFile } from '../../src/app/server/backups/commands.ts';

// Version 0.1 wrote it while one stored file was missing and one damaged.
const archive = fixturePath('backups/one-file-0.1.tar');

/** Returns the settings of an empty installation. */
async function emptyPlace(t: TestContext): Promise<Environment & { DATA_DIR: string }> {
  const schema = await freshSchema(process.env['DATABASE_URL']);
  if (schema) t.after(schema.drop);
  return { ...freshStorage(), DATA_DIR: join(await makeFolder(), 'data'), DATABASE_URL: schema?.url ?? '' };
}

const hex = (text: string) => Buffer.from(text).toString('hex');

test('a backup in one file by version 0.1 is restored with its records, files and audit log', async (t) => {
  const environment = await emptyPlace(t);
  const terminal = listen();
  assert.equal(await restoreFile(readConfig(environment), archive, terminal), 0);
  assert.match(terminal.said.join('\n'), /2 users, 5 stored files, .*\n2 stored files were missing or damaged/);
  const app = await openTestApp(environment);
  t.after(app.close);
  const admin = await asAdmin(app);
  const { body: trash } = await admin.call(trashContract.list, {});
  assert.deepEqual(
    trash.map(({ filename }) => filename),
    ['trashed.txt'],
  );
  const { body: versions } = await admin.call(versionsContract.list, { id: 1 });
  assert.equal(versions.length, 1);
  assert.equal((await admin.call(containersContract.list, {})).body.length, 1);
  const ana = await signedInWith(app, '6dc6394b0ea9@example.com', password);
  assert.equal((await ana.call(sessionContract.currentUser, {})).body.name, 'Ana Quay');

  const report = listen();
  assert.equal(await verify(app.ctx, { json: true }, report), 1);
  const { missing, damaged, orphaned, audit } = JSON.parse(report.said.join(''));
  assert.deepEqual([missing, damaged, orphaned, audit.broken], [1, 1, 0, 0]);
  await app.ctx.db.deleteFrom('files').where('id', 'in', [3, 4]).execute();
  assert.deepEqual(await contentsOf(app), {
    'bill.txt': hex('Bill of lading, second version'),
    'empty.txt': '',
  });
});

const entryAt = (bytes: Buffer, name: string) => {
  const start = bytes.indexOf(name);
  assert.ok(start >= 0 && start % 512 === 0, name);
  return start;
};
const flipAt = (bytes: Buffer, place: number) => void (bytes[place] = (bytes[place] as number) ^ 4);
const harms: Record<string, [(bytes: Buffer) => Buffer | void, RegExp]> = {
  'a missing end': [(bytes) => bytes.subarray(0, entryAt(bytes, 'end.json')), /its end is missing/],
  'half of its bytes': [(bytes) => bytes.subarray(0, bytes.length / 2 + 100), /is damaged/],
  'a flipped bit in a file': [
    (bytes) => flipAt(bytes, bytes.indexOf('Bill of lading of the old')),
    /its content was changed/,
  ],
  'a flipped bit in the records': [
    (bytes) => flipAt(bytes, entryAt(bytes, 'tables/users') + 600),
    /its content was changed/,
  ],
  'a flipped bit in a name': [(bytes) => flipAt(bytes, entryAt(bytes, 'tables/users') + 8), /is damaged/],
  'an entry behind its end': [
    (bytes) => Buffer.concat([bytes.subarray(0, -1024), bytes.subarray(0, 4096), Buffer.alloc(1024)]),
    /its content was changed/,
  ],
};
for (const [name, [harm, sentence]] of Object.entries(harms))
  test(`a backup by version 0.1 with ${name} is refused, and nothing is changed`, async (t) => {
    const file = join(await makeFolder(), 'harmed.tar');
    const bytes = await readFile(archive);
    await writeFile(file, harm(bytes) ?? bytes);
    const environment = await emptyPlace(t);
    await assert.rejects(restoreFile(readConfig(environment), file, listen()), (error: Error) => {
      assert.ok(error instanceof CannotStart, String(error.stack));
      assert.match(error.message, sentence);
      assert.match(error.message, /Nothing was changed\.$/);
      return true;
    });
    assert.deepEqual(await readdir(environment.DATA_DIR), ['server.lock']);
  });
