import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeTeam } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Db } from '../db.ts';
import { named } from './named.ts';

describe('a statement that is compiled once', () => {
  const app = useTestApp();
  let compiled = 0;
  const insertTypes = named(
    'types of a test',
    (db: Db, { rows }: { rows: { name: string; description: string | null; created_at: string }[] }) => {
      compiled += 1;
      return db.insertInto('file_types').values(rows).returning(['name', 'description']);
    },
  );
  const row = (name: string, description: string | null = null) => ({ name, description, created_at: 'x' });

  test('has the values of each call, for each number of rows', async () => {
    const { db } = app.ctx;
    compiled = 0;
    for (const names of [['a'], ['b'], ['c', 'd'], ['e', 'f'], ['g']])
      assert.deepEqual(
        (await insertTypes(db, { rows: names.map((name) => row(name, name === 'f' ? 'a text' : null)) })).map(
          ({ name, description }) => [name, description],
        ),
        names.map((name) => [name, name === 'f' ? 'a text' : null]),
      );
    assert.equal(compiled, 2);
    const many = Array.from({ length: 30 }, (_, index) => row(`many ${index}`));
    for (const at of [0, 1])
      assert.equal(
        (await insertTypes(db, { rows: many.map((one) => ({ ...one, name: `${one.name} ${at}` })) })).length,
        30,
      );
    assert.equal(compiled, 4, 'a long list is compiled at each call');
  });

  test('takes lists of numbers', async () => {
    const teams = named('teams of a test', (db: Db, { ids }: { ids: readonly number[] }) =>
      db.selectFrom('teams').select('id').where('id', 'in', ids).orderBy('id'),
    );
    const [one, other] = [await makeTeam(app), await makeTeam(app)];
    for (const ids of [[one], [other], [one, other], [other, one]])
      assert.deepEqual(
        (await teams(app.ctx.db, { ids })).map(({ id }) => id),
        ids.toSorted((first, second) => first - second),
      );
  });
});
