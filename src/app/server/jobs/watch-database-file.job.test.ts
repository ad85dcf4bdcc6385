import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { asAdmin } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import { watchDatabaseFile } from './watch-database-file.job.ts';

const skip = process.env['DATABASE_URL'] !== undefined && 'about the embedded database';

for (const name of ['stowage.db', 'stowage.db-wal'])
  test(`a server whose ${name} is moved away saves nothing and says so, until it is back`, { skip }, async (t) => {
    const app = await openTestApp();
    t.after(app.close);
    const fatal: unknown[] = [];
    const log = Object.assign(app.ctx.log.child({}), { fatal: (...said: unknown[]) => void fatal.push(said) });
    const run = () => watchDatabaseFile.run({ ...app.ctx, log }, new AbortController().signal);
    const admin = await asAdmin(app);
    const create = (team: string) => admin.call(teamsContract.create, { name: team });
    assert.equal((await create('before')).status, 201);
    await run();

    const [path, elsewhere] = [join(app.dataDir, name), join(app.dataDir, 'elsewhere')];
    await rename(path, elsewhere);
    const refused = await create('meanwhile');
    assert.equal(refused.status, 503, refused.raw.body);
    assert.match(refused.failure.message, /^The file of the database was deleted or replaced/);
    assert.equal((await admin.call(teamsContract.list, {})).status, 200);
    assert.equal((await admin.send({ method: 'GET', url: '/readyz' })).statusCode, 503);
    await assert.rejects(run(), /was deleted or replaced/);
    assert.equal(fatal.length, 1);

    await rename(elsewhere, path);
    assert.equal((await create('after')).status, 201);
    await run();
    const names = (await admin.call(teamsContract.list, {})).body.map((team) => team.name);
    assert.deepEqual(names.filter((team) => team !== 'General').toSorted(), ['after', 'before']);
  });
