import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { fileTypesContract } from '#features/file-types/file-types.contract.ts';
import { checklistContract as calls } from '#features/papers/checklist.contract.ts';
import { maxRules } from '#features/papers/checklist.rules.ts';
import { productModules } from '#shared/product-modules.ts';
import { followAudit } from '#tests/audit.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeFileType, makeTeam, signedInAs } from '#tests/make.ts';
import { randomName, useTestApp } from '#tests/test-app.ts';

describe('the checklist', () => {
  const app = useTestApp();
  const addParty = async (name = `Party ${randomName()}`) =>
    (await (await asAdmin(app)).call(partiesContract.add, { name })).body;
  const clear = () => app.ctx.db.deleteFrom('checklist').execute();

  test('is listed with names, all containers first, and audited', async () => {
    await clear();
    const admin = await asAdmin(app);
    const type = await makeFileType(app, 'Packing List');
    const maersk = await addParty('Maersk');
    const audit = followAudit(app.ctx);
    await audit();
    const input = { file_type_id: type, stage: 'departed' } as const;
    const ofCarrier = await admin.call(calls.add, { ...input, stage: 'received', party_id: maersk.id });
    const ofAll = await admin.call(calls.add, input);
    assert.deepEqual([ofCarrier.status, ofAll.status], [201, 201]);
    const rule = { file_type_id: type, file_type_name: 'Packing List' };
    const all = { ...rule, id: ofAll.body.id, stage: 'departed', party: null };
    assert.deepEqual((await admin.call(calls.list, {})).body, [
      all,
      { ...rule, id: ofCarrier.body.id, stage: 'received', party: maersk },
    ]);
    assert.equal((await admin.call(calls.remove, { id: ofCarrier.body.id })).status, 204);
    assert.deepEqual((await admin.call(calls.list, {})).body, [all]);
    assert.deepEqual(
      (await audit()).map(({ act, thing_id, thing_name, detail }) => [act, thing_id, thing_name, detail]),
      [
        ['file_type.expected', type, 'Packing List', 'Before Received: Maersk'],
        ['file_type.expected', type, 'Packing List', 'Before Departed: All containers'],
        ['file_type.not_expected', type, 'Packing List', 'Before Received: Maersk'],
      ],
    );
  });

  test('refuses a second rule for the same containers, unknown types and parties, and one rule too many', async () => {
    await clear();
    const admin = await asAdmin(app);
    const type = await makeFileType(app);
    const rule = { file_type_id: type, stage: 'received' } as const;
    const codeOf = async (input: { file_type_id: number; stage: 'received' | 'departed'; party_id?: number }) => {
      const { status, failure } = await admin.call(calls.add, input);
      return [status, failure.code];
    };
    assert.equal((await admin.call(calls.add, rule)).status, 201);
    assert.deepEqual(await codeOf({ ...rule, stage: 'departed' }), [409, 'checklist.exists']);
    assert.deepEqual(await codeOf({ ...rule, file_type_id: 99_999 }), [422, 'file_type.unknown']);
    assert.deepEqual(await codeOf({ ...rule, party_id: 99_999 }), [422, 'party.unknown']);
    assert.equal((await admin.call(calls.add, { ...rule, stage: 'arrived' } as never)).status, 422);
    const gone = await admin.call(calls.remove, { id: 99_999 });
    assert.deepEqual([gone.status, gone.failure.code], [404, 'checklist.not_found']);

    const types = await Promise.all(Array.from({ length: maxRules - 1 }, async () => makeFileType(app)));
    const rows = types.map((file_type_id) => ({ file_type_id, stage: 'received', party_id: null }));
    await app.ctx.db.insertInto('checklist').values(rows).execute();
    assert.deepEqual(await codeOf({ ...rule, file_type_id: await makeFileType(app) }), [422, 'checklist.too_many']);
    await clear();
  });

  test('is for roles 1 and 2 with the module of the file types', async () => {
    await clear();
    const rule = { file_type_id: await makeFileType(app), stage: 'received' } as const;
    const team = await makeTeam(app);
    const { visitor: user } = await signedInAs(app, { role: 3, team });
    const { visitor: manager } = await signedInAs(app, { role: 2, team });
    for (const call of [() => user.call(calls.list, {}), () => user.call(calls.add, rule)])
      assert.equal((await call()).status, 403);
    const added = await manager.call(calls.add, rule);
    assert.equal(added.status, 201);
    assert.equal((await user.call(calls.remove, { id: added.body.id })).status, 403);
    const modules = app.ctx.db.selectFrom('modules').select('id').where('name', '=', productModules.fileTypes);
    const setRight = (can_view: 0 | 1) =>
      app.ctx.db
        .updateTable('permissions')
        .set({ can_view })
        .where('role_id', '=', 2)
        .where('module_id', 'in', modules)
        .execute();
    await setRight(0);
    assert.equal((await manager.call(calls.list, {})).status, 403);
    await setRight(1);
    assert.equal((await manager.call(calls.list, {})).body.length, 1);
  });

  test('loses the rules of a deleted type, which its audit entry counts', async () => {
    await clear();
    const admin = await asAdmin(app);
    const { make, find } = containersOf(app, () => admin);
    const container = await make();
    const type = await makeFileType(app, 'Fumigation');
    const party_id = (await addParty()).id;
    for (const scope of [{}, { party_id }])
      assert.equal((await admin.call(calls.add, { file_type_id: type, stage: 'received', ...scope })).status, 201);
    assert.equal((await find(container.id)).papers_expected, 1);
    const audit = followAudit(app.ctx);
    await audit();
    await admin.call(fileTypesContract.remove, { id: type });
    assert.deepEqual(
      (await audit()).map(({ act, detail }) => [act, detail]),
      [['file_type.deleted', '2 lines of the checklist deleted']],
    );
    assert.deepEqual((await admin.call(calls.list, {})).body, []);
    const { papers_expected, papers_there, papers_missing } = await find(container.id);
    assert.deepEqual([papers_expected, papers_there, papers_missing], [undefined, undefined, undefined]);
  });

  test('merges the rules of merged parties, each with its earlier stage', async () => {
    await clear();
    const admin = await asAdmin(app);
    const [both, onlyOld] = [await makeFileType(app, 'A of both'), await makeFileType(app, 'B of the old one')];
    const [old, kept] = [await addParty(), await addParty()];
    for (const [file_type_id, party_id, stage] of [
      [both, old.id, 'received'],
      [both, kept.id, 'departed'],
      [onlyOld, old.id, 'departed'],
    ] as const)
      assert.equal((await admin.call(calls.add, { file_type_id, party_id, stage })).status, 201);
    assert.equal((await admin.call(partiesContract.rename, { id: old.id, name: kept.name })).status, 200);
    assert.deepEqual(
      (await admin.call(calls.list, {})).body.map(({ file_type_id, stage, party }) => [file_type_id, stage, party?.id]),
      [
        [both, 'received', kept.id],
        [onlyOld, 'departed', kept.id],
      ],
    );
  });
});
