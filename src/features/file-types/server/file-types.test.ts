import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileTypesContract } from '#features/file-types/file-types.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { maxFileTypes } from '#shared/limits.ts';
import { asAdmin, makeFileType, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';

describe('file types', () => {
  const app = useTestApp();

  test('are created, listed by name, changed and deleted', async () => {
    const admin = await asAdmin(app);
    const created = await admin.call(fileTypesContract.create, {
      name: 'Packing List',
      description: 'What is in the box',
    });
    assert.deepEqual(
      [created.status, created.body.name, created.body.description],
      [201, 'Packing List', 'What is in the box'],
    );
    const { id } = created.body;
    assert.deepEqual(
      (await admin.call(fileTypesContract.list, {})).body.map((type) => type.name),
      ['Document', 'Packing List'],
    );
    const changed = await admin.call(fileTypesContract.update, { id, name: 'A list' });
    assert.deepEqual([changed.status, changed.body], [200, { id, name: 'A list', description: null }]);
    assert.equal((await admin.call(fileTypesContract.remove, { id })).status, 204);
    assert.equal((await admin.call(fileTypesContract.remove, { id })).status, 404);
    assert.equal((await admin.call(fileTypesContract.update, { id, name: 'x' })).status, 404);
  });

  test('require a visible name, and a name and a description of limited length', async () => {
    const admin = await asAdmin(app);
    const required = { name: ['Give the file type a name.'] };
    const cases: [body: object, errors: Record<string, string[]>][] = [
      [{}, required],
      [{ name: '' }, required],
      [{ name: '\t' }, required],
      [{ name: 'x'.repeat(121) }, { name: ['The name may have at most 120 characters.'] }],
      [
        { name: 'Manifest', description: 'x'.repeat(2_001) },
        { description: ['The description may have at most 2000 characters.'] },
      ],
    ];
    for (const [body, errors] of cases) {
      const { status, failure } = await admin.call(fileTypesContract.create, body as never);
      assert.equal(status, 422);
      assert.deepEqual(failure.errors, errors);
    }
    assert.equal((await admin.call(fileTypesContract.create, { name: 7 } as never)).status, 422);
  });

  test('are listed with the number of their files outside the trash, in all teams', async () => {
    const admin = await asAdmin(app);
    const [type, empty] = [await makeFileType(app), await makeFileType(app)];
    const other = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    await upload(other.visitor, type, { name: 'a.txt' });
    const [trashed] = await upload(admin, type, { name: 'b.txt' }, { name: 'c.txt' });
    await admin.call(filesContract.remove, { id: trashed?.id ?? 0 });
    const counts = (await admin.call(fileTypesContract.counts, {})).body;
    assert.deepEqual(
      counts.filter(({ id }) => id === type || id === empty),
      [
        { id: type, files: 2 },
        { id: empty, files: 0 },
      ],
    );
  });

  test('leave their files when they are deleted; uploads of that type are refused from then on', async () => {
    const admin = await asAdmin(app);
    const { id } = (await admin.call(fileTypesContract.create, { name: 'Short-lived' })).body;
    const [file] = await upload(admin, id, { name: 'kept.txt' });
    assert.deepEqual((await admin.call(fileTypesContract.usage, { id })).body, { files: 1 });
    await admin.call(fileTypesContract.remove, { id });
    const groups = (await admin.call(filesContract.overview, {})).body.groups;
    assert.deepEqual(
      groups.filter((group) => group.id === id).map((group) => [group.name, group.files]),
      [[null, [file]]],
    );
    assert.equal(
      (await admin.call(filesContract.upload, { file_type_id: id }, [{ name: 'x', bytes: 'x' }])).status,
      422,
    );
  });
});

test('a file type beyond the maximum is refused, because the list would not show it', async () => {
  const app = await openTestApp();
  const admin = await asAdmin(app);
  const existing = (await admin.call(fileTypesContract.list, {})).body.length;
  const names = Array.from({ length: maxFileTypes - existing }, (_, index) => `Type ${index}`);
  const created_at = app.now().toISOString();
  for (let from = 0; from < names.length; from += 200)
    await app.ctx.db
      .insertInto('file_types')
      .values(names.slice(from, from + 200).map((name) => ({ name, description: null, created_at })))
      .execute();
  const { status, failure } = await admin.call(fileTypesContract.create, { name: 'One more' });
  assert.deepEqual(
    [status, failure.code, failure.message],
    [422, 'file_type.too_many', 'There are already 1,000 file types. Delete one that is not used any more first.'],
  );
  assert.equal((await admin.call(fileTypesContract.list, {})).body.length, maxFileTypes);
  await app.close();
});
