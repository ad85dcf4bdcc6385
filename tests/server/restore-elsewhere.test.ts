import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { readConfig } from '#server/config.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { freshSchema } from '#tests/postgres-schema.ts';
import { backUp, contentsOf, listen, makeFolder } from '#tests/restore-points.ts';
import { freshStorage } from '#tests/storage.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { Environment } from '#tests/test-app.ts';
import { verify } from '../../src/app/server/admin/verify.ts';
import { restorePoint } from '../../src/app/server/backups/commands.ts';

const server = process.env['DATABASE_URL'];
const databases = server ? ['SQLite', 'PostgreSQL'] : ['SQLite'];
const stores = process.env['STORAGE_URL'] ? ['a disk', 'a bucket'] : ['a disk'];
const places = databases.flatMap((database) => stores.map((store) => ({ database, store })));
type Place = (typeof places)[number];

const nameOf = ({ database, store }: Place) => `${database} and ${store}`;

/** Returns the settings of an empty installation. */
async function emptyPlace(t: TestContext, { database, store }: Place): Promise<Environment> {
  const schema = database === 'PostgreSQL' ? await freshSchema(server) : undefined;
  if (schema) t.after(schema.drop);
  const storage = freshStorage();
  return {
    ...storage,
    DATA_DIR: join(await makeFolder(), 'data'),
    DATABASE_URL: schema?.url ?? '',
    STORAGE_URL: store === 'a bucket' ? (storage.STORAGE_URL ?? '') : '',
  };
}

for (const from of places)
  test(`a restore point of ${nameOf(from)} is restored to every database and store`, async (t) => {
    const target = freshStorage().STORAGE_URL ?? (await makeFolder());
    const app = await openTestApp({ ...(await emptyPlace(t, from)), BACKUP_TARGET: target });
    t.after(() => app.close());
    await upload(
      await asAdmin(app),
      1,
      { name: 'large.bin', bytes: randomBytes(300_000) },
      { name: 'Größe.txt', bytes: 'small' },
      { name: 'empty.txt', bytes: '' },
    );
    assert.equal((await backUp(app)).code, 0);
    const contents = await contentsOf(app);
    assert.equal(Object.keys(contents).length, 3);
    for (const to of places) {
      const environment = { ...(await emptyPlace(t, to)), BACKUP_TARGET: target };
      assert.equal(await restorePoint(readConfig(environment), '@latest', listen()), 0, nameOf(to));
      const copy = await openTestApp(environment);
      try {
        const terminal = listen();
        assert.equal(await verify(copy.ctx, { json: false }, terminal), 0, terminal.said.join('\n'));
        assert.deepEqual(await contentsOf(copy), contents, nameOf(to));
      } finally {
        await copy.close();
      }
    }
  });
