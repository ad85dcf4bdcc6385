import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { maxTeams } from '#shared/limits.ts';
import { asAdmin, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';

describe('teams', () => {
  const app = useTestApp();

  test('are created, listed by name, changed and deleted', async () => {
    const admin = await asAdmin(app);
    const created = await admin.call(teamsContract.create, {
      name: '  Zebra freight ',
      description: 'Line one\r\nline two\u0000',
    });
    assert.equal(created.status, 201);
    assert.deepEqual(created.body, { id: created.body.id, name: 'Zebra freight', description: 'Line one\nline two' });
    const other = (await admin.call(teamsContract.create, { name: 'alpha' })).body;
    assert.equal(other.description, null);
    assert.deepEqual(
      (await admin.call(teamsContract.list, {})).body.map((team) => team.name),
      ['alpha', 'General', 'Zebra freight'],
    );
    const changed = await admin.call(teamsContract.update, { id: other.id, name: 'omega', description: '' });
    assert.deepEqual([changed.status, changed.body], [200, { id: other.id, name: 'omega', description: null }]);
    assert.equal((await admin.call(teamsContract.remove, { id: other.id })).status, 204);
    for (const answer of [
      await admin.call(teamsContract.update, { id: other.id, name: 'x' }),
      await admin.call(teamsContract.remove, { id: other.id }),
      await admin.call(teamsContract.usage, { id: other.id }),
    ]) {
      assert.equal(answer.status, 404);
    }
    const again = (await admin.call(teamsContract.create, { name: 'next' })).body;
    assert.ok(again.id > other.id, 'an id is never used again');
  });

  test('require a visible name, and a name and a description of limited length', async () => {
    const admin = await asAdmin(app);
    const required = { name: ['Give the team a name.'] };
    const nameTooLong = { name: ['The name may have at most 120 characters.'] };
    const descriptionTooLong = { description: ['The description may have at most 2000 characters.'] };
    const cases: [body: object, errors: Record<string, string[]>][] = [
      [{}, required],
      [{ name: '' }, required],
      [{ name: '   ' }, required],
      [{ name: '\u0000' }, required],
      [{ name: '\u0301' }, required],
      [{ name: 'x'.repeat(121) }, nameTooLong],
      [{ name: 'x'.repeat(5_000) }, nameTooLong],
      [{ name: 'Crane', description: 'x'.repeat(2_001) }, descriptionTooLong],
      [{ name: 'Crane', description: 'x'.repeat(9_000) }, descriptionTooLong],
    ];
    for (const [body, errors] of cases) {
      const { status, failure } = await admin.call(teamsContract.create, body as never);
      assert.equal(status, 422);
      assert.deepEqual(failure.errors, errors);
    }
  });

  test('cannot be deleted while they own files, even in the trash, and the error counts them', async () => {
    const team = await makeTeam(app);
    const { visitor } = await signedInAs(app, { role: 2, team });
    const [one, two] = (await upload(visitor, 1, { name: 'a.txt' }, { name: 'b.txt' })) as [File, File];
    const refused = await visitor.call(teamsContract.remove, { id: team });
    assert.equal(refused.status, 409);
    assert.match(refused.failure.message, /2 files/);
    await visitor.call(filesContract.remove, { id: one.id });
    assert.deepEqual((await visitor.call(teamsContract.usage, { id: team })).body, {
      files: 1,
      trashed: 1,
      containers: 0,
      members: 1,
    });
    assert.match(
      (await visitor.call(teamsContract.remove, { id: team })).failure.message,
      /2 files, 1 of them in the trash/,
    );
    await visitor.call(filesContract.remove, { id: two.id });
    assert.match(
      (await visitor.call(teamsContract.remove, { id: team })).failure.message,
      /2 files, all of them in the trash/,
    );
  });

  test('are listed with the number of their files outside the trash and of their members', async () => {
    const [team, empty] = [await makeTeam(app), await makeTeam(app)];
    const { visitor } = await signedInAs(app, { role: 2, team });
    const left = await signedInAs(app, { role: 3, team });
    await upload(left.visitor, 1, { name: 'a.txt' }, { name: 'b.txt' });
    const [trashed] = (await upload(visitor, 1, { name: 'c.txt' })) as [File];
    await visitor.call(filesContract.remove, { id: trashed.id });
    const admin = await asAdmin(app);
    await admin.call(usersContract.remove, { id: left.id });
    const counts = (await visitor.call(teamsContract.counts, {})).body;
    assert.deepEqual(
      counts.filter(({ id }) => id === team || id === empty),
      [
        { id: team, files: 2, members: 1 },
        { id: empty, files: 0, members: 0 },
      ],
    );
  });

  test('leave their members without a team when they are deleted', async () => {
    const team = await makeTeam(app);
    const member = await signedInAs(app, { role: 3, team });
    const admin = await asAdmin(app);
    assert.equal((await admin.call(teamsContract.remove, { id: team })).status, 204);
    const me = (await member.visitor.call(sessionContract.currentUser, {})).body;
    assert.deepEqual([me.team_id, me.team], [null, null]);
  });

  test('that are deleted during uploads lose no acknowledged file', async () => {
    const team = await makeTeam(app);
    const { visitor } = await signedInAs(app, { role: 3, team });
    const admin = await asAdmin(app);
    const [removed, ...uploads] = await Promise.all([
      admin.call(teamsContract.remove, { id: team }),
      ...Array.from({ length: 6 }, (_, index) =>
        visitor.call(filesContract.upload, { file_type_id: 1 }, [{ name: `${index}.txt`, bytes: 'x' }]),
      ),
    ]);
    const stored = uploads.filter((answer) => answer.status === 201).length;
    assert.ok([204, 409].includes(removed.status));
    assert.ok(uploads.every((answer) => [201, 409, 422].includes(answer.status)));
    const files = (await admin.call(filesContract.overview, { group_by: 'team', team_id: team })).body.matching;
    assert.equal(files, removed.status === 204 ? 0 : stored);
    if (removed.status === 204) assert.equal(stored, 0);
  });
});

test('a team beyond the maximum is refused, because the list would not show it', async () => {
  const app = await openTestApp();
  const admin = await asAdmin(app);
  const existing = (await admin.call(teamsContract.list, {})).body.length;
  const names = Array.from({ length: maxTeams - existing - 1 }, (_, index) => `Team ${index}`);
  const created_at = app.now().toISOString();
  for (let from = 0; from < names.length; from += 200)
    await app.ctx.db
      .insertInto('teams')
      .values(names.slice(from, from + 200).map((name) => ({ name, description: null, created_at })))
      .execute();
  // Only one of those sent at once is the last that fits.
  const created = await Promise.all(
    [1, 2, 3, 4].map((one) => admin.call(teamsContract.create, { name: `Last ${one}` })),
  );
  assert.deepEqual(created.map(({ status }) => status).toSorted(), [201, 422, 422, 422]);
  const { failure } = await admin.call(teamsContract.create, { name: 'One more' });
  assert.deepEqual(
    [failure.code, failure.message],
    ['team.too_many', 'There are already 1,000 teams. Delete one that is not used any more first.'],
  );
  const listed = (await admin.call(teamsContract.list, {})).body;
  assert.equal(listed.length, maxTeams);
  assert.ok(created.every(({ status, body }) => status !== 201 || listed.some((team) => team.id === body.id)));
  await app.close();
});
