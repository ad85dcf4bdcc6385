import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerExportContract } from '#features/containers/list/container-export.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { asAdmin, makeTeam, makeUser, signedIn } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const calls = containersContract;

describe('totals, groups and latest comments of containers', () => {
  const app = useTestApp();
  let admin: Visitor;
  let supplier: number;
  before(async () => {
    admin = await asAdmin(app);
    supplier = (await admin.call(partiesContract.add, { name: 'Öresund Textiles' })).body.id;
    const secret = await makeTeam(app, 'Secret');
    const make = async (name: string, fields: object) => {
      const dates = { expected_date: '2099-09-09', ex_factory_date: '2099-08-08' };
      const answer = await admin.call(calls.create, { name, container_no: `PO ${name}`, ...dates, ...fields });
      assert.equal(answer.status, 201, answer.raw.body);
    };
    await make('A', {
      supplier_id: supplier,
      packages: 10,
      weight_kg: 1000.5,
      eta: '2031-03-03',
      vessel: 'Ever Given',
    });
    await make('B', { packages: 5, weight_kg: 20, eta: '2031-03-10' });
    await make('C', { supplier_id: supplier, eta: '2031-03-09', vessel: 'Aurora' });
    await make('D', { packages: 700, weight_kg: 7, vessel: 'Aurora', team_id: secret });
  });
  const totals = async (visitor: Visitor, input: object = {}) => (await visitor.call(calls.totals, input)).body;
  const names = async (input: object) =>
    (await admin.call(calls.page, input)).body.containers.map(({ name }) => name).join('');

  test('the totals are those of all filtered containers that the caller sees', async () => {
    assert.deepEqual(await totals(admin), { rows: 4, packages: 715, weight_kg: 1027.5 });
    assert.deepEqual(await totals(admin, { supplier_id: supplier }), { rows: 2, packages: 10, weight_kg: 1000.5 });
    assert.deepEqual(await totals(admin, { search: 'nothing' }), { rows: 0, packages: 0, weight_kg: 0 });
    const team = await makeTeam(app, 'Other');
    const guest = await signedIn(app, (await makeUser(app, { role: 3, team })).email);
    assert.deepEqual(await totals(guest), { rows: 3, packages: 15, weight_kg: 1020.5 });
    assert.deepEqual((await totals(guest, { group: 'vessel' })).groups?.find(({ key }) => key === 'Aurora')?.rows, 1);
  });

  test('groups are counted by their value, the days of an ETA by week', async () => {
    const groups = async (group: string) =>
      (await totals(admin, { group })).groups?.map(({ key, rows }) => `${key ?? 'none'}: ${rows}`).toSorted();
    assert.deepEqual(await groups('supplier'), [`${supplier}: 2`, 'none: 2']);
    assert.deepEqual(await groups('vessel'), ['Aurora: 2', 'Ever Given: 1', 'none: 1']);
    assert.deepEqual(await groups('week'), ['2031-03-03: 2', '2031-03-10: 1', 'none: 1']);
    assert.deepEqual(await groups('assignee'), ['none: 4']);
  });

  test('a grouped list has the containers of a group together, those without a value last, across its pages', async () => {
    assert.equal(await names({ group: 'supplier', sort: 'name' }), 'ACBD');
    assert.equal(await names({ group: 'vessel', sort: 'name', order: 'desc' }), 'DCAB');
    assert.equal(await names({ group: 'week', sort: 'late' }), 'ACBD');
    let after: number | undefined;
    let listed = '';
    do {
      const page = await admin.call(calls.page, { group: 'supplier', sort: 'name', limit: 1, after });
      listed += page.body.containers.map(({ name }) => name).join('');
      after = page.body.next ?? undefined;
    } while (after !== undefined);
    assert.equal(listed, 'ACBD');
  });

  test('lists and exports have the beginning of the latest comment of each container', async () => {
    const [one] = (await admin.call(calls.page, { search: 'Ever Given' })).body.containers;
    assert.ok(one && one.last_comment === undefined);
    for (const text of ['Called the agent', 'Telex release'])
      assert.equal((await admin.call(containerWorkContract.comment, { id: one.id, text })).status, 201);
    const [commented] = (await admin.call(calls.page, { search: 'Ever Given' })).body.containers;
    assert.equal(commented?.last_comment, 'Telex release');
    const csv = await admin.call(containerExportContract.csv, { columns: 'name,last_comment', search: 'Ever Given' });
    assert.match(csv.raw.body, /"A","Telex release"/);
    await admin.call(containerWorkContract.comment, { id: one.id, text: 'x'.repeat(2000) });
    assert.equal((await admin.call(calls.find, { id: one.id })).body.last_comment, 'x'.repeat(200));
  });
});
