import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { optionalFields } from '#features/containers/core/container-fields.rules.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';

const calls = containersContract;

describe('the optional fields of a container', () => {
  const app = useTestApp();
  const signIn = async () => {
    const admin = await asAdmin(app);
    const { details, make, find, history, noticesOf } = containersOf(app, () => admin);
    const addParty = async (name: string) => (await admin.call(partiesContract.add, { name })).body;
    return { admin, addParty, details, make, find, history, noticesOf };
  };

  test('are stored, shown and cleared; the body of the specification leaves them unchanged', async () => {
    const { admin, addParty, details } = await signIn();
    const supplier = await addParty('Hansa Möbel GmbH');
    const fields = {
      container_number: 'MSCU 123456-6',
      bl_number: 'BL-77',
      booking_number: 'BK 5',
      vessel: 'MSC Anna',
      voyage: '014W',
      pol: 'cn sha',
      pod: 'DEHAM',
      etd: '2026-12-01',
      eta: '2027-01-05',
      atd: '2026-12-02',
      ata: '2027-01-06',
      last_free_day: '2027-01-12',
      empty_return_due: '2027-01-20',
      goods: 'Red wine',
      packages: 12,
      weight_kg: 10_250.5,
      seal: 'S-1',
    };
    const body = { ...details(), ...fields, supplier_id: supplier.id };
    const created = (await admin.call(calls.create, body)).body;
    const shown = {
      ...fields,
      pol: 'CNSHA',
      pol_name: 'Shanghai',
      pod_name: 'Hamburg',
      first_etd: '2026-12-01',
      first_eta: '2027-01-05',
      etd_moves: 0,
      eta_moves: 0,
      supplier_id: supplier.id,
      supplier_name: 'Hansa Möbel GmbH',
    };
    assert.deepEqual({ ...created, ...shown }, created);
    const { name, container_no, expected_date, ex_factory_date } = created;
    const spec = { id: created.id, name, container_no, expected_date, ex_factory_date };
    const unchanged = (await admin.call(calls.update, spec)).body;
    assert.deepEqual(unchanged, created);
    const renamed = (await admin.call(calls.update, { ...spec, name: 'Other' })).body;
    assert.deepEqual({ ...renamed, ...shown }, renamed);
    const empty = Object.fromEntries([...Object.keys(fields), 'supplier_id'].map((field) => [field, null]));
    const cleared = (await admin.call(calls.update, { ...spec, ...empty })).body;
    const left = Object.keys(cleared).filter((field) => field in empty || field.endsWith('_name'));
    assert.deepEqual(left.toSorted(), ['status_name', 'user_name']);
  });

  test('are each in the export and the history, and each text, party and port is found by the search', async () => {
    const { admin, addParty, details, history } = await signIn();
    const team = await makeTeam(app, 'Wharf team');
    const ana = await signedInAs(app, { role: 3, team });
    const texts = {
      container_number: 'TEMU 765432-1',
      bl_number: 'HBL-5501',
      booking_number: 'BKG-8802',
      vessel: 'Kestrel Bay',
      voyage: '911E',
      goods: 'Cork flooring',
      seal: 'SEAL-3317',
      remarks: 'Telex release asked for',
      pol: 'CNNGB',
      pod: 'NLRTM',
    };
    const dates = { etd: '2031-01-02', eta: '2031-02-03', atd: '2031-01-04', ata: '2031-02-05' };
    const parties = { supplier_id: 'Sobreiro Lda', customer_id: 'Fjordgolv AS', carrier_id: 'Trident Lines' };
    const body = {
      ...details(),
      ...texts,
      ...dates,
      last_free_day: '2031-02-12',
      empty_return_due: '2031-02-20',
      received_on: '2026-02-13',
      departed_on: '2026-02-14',
      packages: 41,
      weight_kg: 7320.5,
      supplier_id: (await addParty(parties.supplier_id)).id,
      customer_id: (await addParty(parties.customer_id)).id,
      carrier_id: (await addParty(parties.carrier_id)).id,
      assignee_id: ana.id,
      team_id: team,
    };
    assert.deepEqual(
      optionalFields.filter((field) => !(field in body)),
      [],
    );
    const plain = (await admin.call(calls.create, details())).body;
    const { name, container_no, expected_date, ex_factory_date, ...optional } = body;
    const { id } = plain;
    const edit = { id, name, container_no, expected_date, ex_factory_date, ...optional };
    assert.equal((await admin.call(calls.update, edit)).status, 200);

    const events = (await history(id)).map(({ what, new_value }) => [what, new_value]);
    const values = { ...body, ...parties, assignee_id: ana.name, team_id: 'Wharf team' };
    const inHistory = { ...values, pol: 'Ningbo (CNNGB)', pod: 'Rotterdam (NLRTM)' };
    for (const field of optionalFields)
      assert.ok(
        events.some(([what, value]) => what === field && value === String(inHistory[field])),
        `${field}: ${JSON.stringify(events)}`,
      );

    const { body: csv } = await admin.send({ method: 'GET', url: `/api/containers.csv?ids=${id}` });
    for (const field of optionalFields) assert.ok(csv.includes(`"${String(values[field])}"`), `${field}: ${csv}`);

    const portNames = ['Ningbo', 'Rotterdam'];
    for (const search of [...Object.values(texts), ...Object.values(parties), ...portNames]) {
      const { containers } = (await admin.call(calls.page, { search })).body;
      assert.deepEqual(
        containers.map((one) => one.id),
        [id],
        search,
      );
    }
  });

  test('have a history entry for each change, and ETD and ETA a first date and a number of changes', async () => {
    const { admin, addParty, make, history } = await signIn();
    const spec = { ...(await make()), version: undefined };
    const { id } = spec;
    const first = (await admin.call(calls.update, { ...spec, eta: '2027-01-05' })).body;
    assert.deepEqual([first.first_eta, first.eta_moves], ['2027-01-05', 0]);
    await admin.call(calls.update, { ...spec, eta: '2027-01-09', reason: 'Storm' });
    const last = await admin.call(calls.update, { ...spec, eta: '2027-01-07' });
    assert.equal(last.status, 200, last.raw.body);
    const { eta, first_eta, eta_moves } = last.body;
    assert.deepEqual([eta, first_eta, eta_moves], ['2027-01-07', '2027-01-05', 2]);
    const one = await addParty('Alpha Mills');
    const other = await addParty('Beta Mills');
    await admin.call(calls.update, { ...spec, supplier_id: one.id });
    await admin.call(calls.update, { ...spec, supplier_id: other.id });
    const events = (await history(id)).map(({ what, old_value, new_value, reason }) => [
      what,
      old_value,
      new_value,
      reason,
    ]);
    assert.deepEqual(events, [
      ['supplier_id', 'Alpha Mills', 'Beta Mills', null],
      ['supplier_id', null, 'Alpha Mills', null],
      ['eta', '2027-01-09', '2027-01-07', null],
      ['eta', '2027-01-05', '2027-01-09', 'Storm'],
      ['eta', null, '2027-01-05', null],
      ['created', null, 'Not Received', null],
    ]);
  });

  test('are refused only if they are malformed or name something that does not exist', async () => {
    const { admin, details } = await signIn();
    const wrong = {
      pol: 'Hamburg harbour',
      eta: '2026-02-30',
      packages: -1,
      weight_kg: '12',
      supplier_id: 999_999,
      assignee_id: 999_999,
      team_id: 999_999,
      vessel: 'x'.repeat(101),
    };
    for (const [field, value] of Object.entries(wrong)) {
      const payload = { ...details(), [field]: value };
      const refused = await admin.send({ method: 'POST', url: '/api/containers', payload });
      assert.deepEqual([refused.statusCode, Object.keys(refused.json().errors)], [422, [field]], refused.body);
    }
    const unknownPort = (await admin.call(calls.create, { ...details(), pol: 'ZZABC' })).body;
    assert.deepEqual([unknownPort.pol, unknownPort.pol_name], ['ZZABC', undefined]);
  });

  test('warn of a repeated number, a wrong check digit and an odd order of dates', async () => {
    const { admin, find, details } = await signIn();
    const codes = async (id: number) => (await find(id)).warnings?.map(({ code, field }) => [code, field]) ?? [];
    const named = (await admin.call(calls.create, { ...details(), name: 'CSQU 305438-3 Chairs' })).body;
    assert.deepEqual(await codes(named.id), []);
    const twice = (await admin.call(calls.create, { ...details(), container_number: 'csqu3054383' })).body;
    assert.deepEqual(await codes(twice.id), [['duplicate_number', 'container_number']]);
    assert.deepEqual(await codes(named.id), [['duplicate_number', 'name']]);
    await admin.call(calls.remove, { id: twice.id });
    assert.deepEqual(await codes(named.id), []);
    const odd = {
      ...details(),
      container_number: 'MSCU1234567',
      ex_factory_date: '2099-01-01',
      etd: '2026-12-02',
      eta: '2026-12-01',
    };
    const created = (await admin.call(calls.create, odd)).body;
    assert.deepEqual(await codes(created.id), [
      ['check_digit', 'container_number'],
      ['date_order', 'pfi_date'],
      ['date_order', 'etd'],
      ['date_order', 'eta'],
    ]);
  });

  test('notify a new assignee, but not about a container of another team', async () => {
    const { admin, noticesOf, details } = await signIn();
    const team = await makeTeam(app);
    const ana = await signedInAs(app, { role: 3, team });
    const bo = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const open = (await admin.call(calls.create, { ...details(), team_id: team, assignee_id: ana.id })).body;
    assert.equal(open.assignee_name, ana.name);
    assert.deepEqual(
      (await noticesOf(ana.id)).map(({ title }) => title),
      ['Container assigned to you'],
    );
    await admin.call(calls.update, { ...open, assignee_id: bo.id });
    assert.deepEqual(await noticesOf(bo.id), []);
  });
});

describe('suppliers, customers and carriers', () => {
  const app = useTestApp();
  const signIn = async () => {
    const admin = await asAdmin(app);
    const { details, find } = containersOf(app, () => admin);
    const add = async (name: string) => (await admin.call(partiesContract.add, { name })).body;
    const found = async (search: string) =>
      (await admin.call(calls.page, { search })).body.containers.map(({ name }) => name);
    return { admin, add, found, details, find };
  };

  test('are one when spelled twice, and found by a part of the name', async () => {
    const { admin, add } = await signIn();
    const one = await add('Baltic Timber Sp. z o.o.');
    assert.deepEqual(await add('baltic  timber SP Z OO'), one);
    const other = await add('Timber & Sons');
    const names = async (search: string) =>
      (await admin.call(partiesContract.list, { search })).body.map(({ id }) => id);
    assert.deepEqual(await names('timber'), [other.id, one.id]);
    assert.deepEqual(await names('BALTIC-T'), [one.id]);
    assert.deepEqual(await names('nobody'), []);
  });

  test('are merged by a new name that exists, and the search follows', async () => {
    const { admin, add, found, find, details } = await signIn();
    const wrong = await add('Balitc Timbre');
    const { id } = (await admin.call(calls.create, { ...details(), name: 'Planks', supplier_id: wrong.id })).body;
    assert.deepEqual(await found('balitc'), ['Planks']);
    const merged = (await admin.call(partiesContract.rename, { id: wrong.id, name: 'Baltic Timber Sp. z o.o.' })).body;
    assert.notEqual(merged.id, wrong.id);
    assert.equal((await find(id)).supplier_id, merged.id);
    assert.deepEqual([await found('balitc'), await found('baltic planks')], [[], ['Planks']]);
    const gone = await admin.call(partiesContract.rename, { id: wrong.id, name: 'x' });
    assert.deepEqual([gone.status, gone.failure.code], [404, 'party.not_found']);
  });

  test('and ports are found by a part of their name', async () => {
    const { admin } = await signIn();
    const ports = async (search: string) => (await admin.call(partiesContract.ports, { search })).body;
    assert.deepEqual(await ports('hambu'), [{ code: 'DEHAM', name: 'Hamburg', country: 'Germany' }]);
    assert.deepEqual(
      (await ports('NLRTM')).map(({ name }) => name),
      ['Rotterdam'],
    );
    assert.ok((await ports('china')).length > 10);
  });
});
