import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { cellsContract } from '#features/containers/cells/container-cells.contract.ts';
import type { CellChange } from '#features/containers/cells/container-cells.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';

const calls = containersContract;
const { change } = cellsContract;
type Values = CellChange['rows'][number]['values'];

type Answer = { status: number; failure: { code: string; message: string; errors?: Record<string, string[]> } };

const row = ({ id, version }: Container, values: Values) => ({ id, version, values });

describe('cells of the table of containers', () => {
  const app = useTestApp();
  const signIn = async () => {
    const admin = await asAdmin(app);
    const helpers = containersOf(app, () => admin);
    const makeSome = async (count: number, more = {}) => {
      const made: Container[] = [];
      for (let index = 0; index < count; index += 1)
        made.push((await admin.call(calls.create, { ...helpers.details(), ...more })).body);
      return made;
    };
    return { admin, ...helpers, makeSome };
  };
  const auditOf = async (act: string) =>
    app.ctx.db.selectFrom('audit_entries').select('seq').where('act', '=', act).execute();

  test('a cell is changed as by the form: history, audit entry, undo, and no notice', async () => {
    const { admin, makeSome, find, history, noticesOf } = await signIn();
    const ana = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const [one] = await makeSome(1, { eta: '2027-01-01' });
    assert.ok(one);
    const rows = [row(one, { eta: '2027-01-08' })];
    const answer = await admin.call(change, { rows, reason: 'The vessel rolled' });
    assert.equal(answer.status, 200, answer.raw.body);
    const { bulk_id, changed, containers } = answer.body;
    assert.deepEqual([changed, containers.map(({ eta, version }) => [eta, version])], [1, [['2027-01-08', 2]]]);
    assert.deepEqual(await find(one.id), containers[0]);
    const [newest] = await history(one.id);
    assert.deepEqual([newest?.what, newest?.new_value, newest?.reason], ['eta', '2027-01-08', 'The vessel rolled']);
    assert.deepEqual(await noticesOf(ana.id), []);
    assert.deepEqual((await admin.call(bulkContract.undo, { id: Number(bulk_id) })).body, { restored: 1, kept: 0 });
    assert.equal((await find(one.id)).eta, '2027-01-01');
  });

  test('every field of the form can be changed in its cell, and emptied if it is optional', async () => {
    const { admin, makeSome, find } = await signIn();
    const team = await makeTeam(app);
    const ana = await signedInAs(app, { role: 3, team });
    const [one] = await makeSome(1);
    assert.ok(one);
    const optional = {
      container_number: 'MSCU 123456-6',
      bl_number: 'BL 1',
      booking_number: 'BK 1',
      vessel: 'Freya',
      voyage: '9W',
      goods: '-',
      seal: 'n/a',
      pol: 'CNSHA',
      pod: 'de ham',
      etd: '2027-01-01',
      eta: '2027-02-01',
      atd: '2027-01-02',
      ata: '2027-02-02',
      last_free_day: '2027-02-09',
      empty_return_due: '2027-02-19',
      received_on: '2026-11-02',
      departed_on: '2026-11-03',
      packages: 12,
      weight_kg: 18.125,
      assignee_id: ana.id,
      team_id: team,
      remarks: 'First line\nsecond line',
      supplier_id: 'Brand New Ltd.',
      customer_id: 'brand new ltd',
      carrier_id: 'Nord Linie',
    };
    const required = { name: 'Tables', container_no: 'PO 99', pfi_date: '2027-03-01', ex_factory_date: '2027-01-15' };
    app.setNow(new Date('2026-11-20T12:00:00Z'));
    const answer = await admin.call(change, { rows: [row(one, { ...required, ...optional })] });
    assert.equal(answer.status, 200, answer.raw.body);
    const now = await find(one.id);
    const { supplier_id, customer_id, carrier_id, ...same } = { ...required, ...optional };
    for (const [field, value] of Object.entries({ ...same, pod: 'DEHAM' }))
      assert.deepEqual([field, now[field as 'name']], [field, value]);
    assert.deepEqual([now.supplier_name, now.customer_name, now.carrier_name], [supplier_id, supplier_id, carrier_id]);
    assert.equal(customer_id, 'brand new ltd');
    const empty = Object.fromEntries(Object.keys(optional).map((field) => [field, ''])) as Values;
    const emptied = await admin.call(change, { rows: [row(now, empty)] });
    assert.equal(emptied.status, 200, emptied.raw.body);
    const left = await find(one.id);
    for (const field of Object.keys(optional)) assert.deepEqual([field, left[field as 'name']], [field, undefined]);
  });

  test('a cell has the checks of the form', async () => {
    const { admin, makeSome, find } = await signIn();
    const [one] = await makeSome(1);
    assert.ok(one);
    const wrong: [Values, string][] = [
      [{ name: ' ' }, 'Enter a name for the container.'],
      [{ pfi_date: null }, 'Choose the PFI date.'],
      [{ eta: '1.2.2027' }, 'This is not a date. Write it as 2026-11-20.'],
      [{ pod: 'Hamburg' }, 'This is not a port code. Write it as DEHAM.'],
      [
        { received_on: '2099-01-01' },
        "'Received on' is in the future. Choose today or an earlier day, or leave it empty.",
      ],
      [{ assignee_id: 999_999 }, 'There is no such person.'],
      [{ team_id: 999_999 }, 'There is no such team.'],
      [{ supplier_id: 'x'.repeat(256) }, 'The name is too long. Use at most 255 characters.'],
    ];
    for (const [values, message] of wrong) {
      const refused: Answer = await admin.call(change, { rows: [row(one, values)] });
      const { code, message: shown, errors = {} } = refused.failure;
      assert.deepEqual([refused.status, code, shown], [422, 'validation.failed', message]);
      assert.deepEqual(Object.keys(errors), Object.keys(values));
    }
    assert.deepEqual(await find(one.id), one);
    const { visitor } = await signedInAs(app, { role: 2, team: await makeTeam(app) });
    const unseen = await visitor.call(change, { rows: [row(one, { team_id: await makeTeam(app) })] });
    assert.equal(unseen.failure.message, 'Choose a team whose containers you see.');
  });

  test('a block of a spreadsheet is read as an import reads it, and previewed before it is made', async () => {
    const { admin, makeSome, find, history, noticesOf } = await signIn();
    const team = await makeTeam(app);
    const ana = await signedInAs(app, { role: 3, team, name: 'Ana Block' });
    const made = await makeSome(4, { vessel: 'Old Star', eta: '2027-01-01' });
    const texts: Values[] = [
      { eta: '13.2.27', weight_kg: '8.000,50', pod: 'Hamburg', carrier_id: 'Block Linie', assignee_id: 'ana block' },
      { eta: '2 Mar 2027', weight_kg: '18.500', pod: 'DEHAM', carrier_id: 'BLOCK-LINIE', remarks: 'One\r\ntwo' },
      { eta: 'tbc', vessel: '' },
      { eta: '44964', vessel: "'=Freya" },
    ];
    const rows = made.map((one, index) => row(one, texts[index] ?? {}));
    const input = { rows, reading: 'spreadsheet' as const };
    const preview = (await admin.call(change, { ...input, dry_run: true })).body;
    assert.deepEqual([preview.bulk_id, preview.changed, preview.dates_open], [null, 4, false]);
    assert.deepEqual(
      preview.rows.map(({ changes }) => Object.fromEntries(changes.map(({ field, to }) => [field, to]))),
      [
        {
          eta: '2027-02-13',
          weight_kg: '8000.5',
          pod: 'Hamburg (DEHAM)',
          carrier_id: 'Block Linie',
          assignee_id: 'Ana Block',
        },
        {
          eta: '2027-03-02',
          weight_kg: '18500',
          pod: 'Hamburg (DEHAM)',
          carrier_id: 'Block Linie',
          remarks: 'One\ntwo',
        },
        { eta: null, vessel: null },
        { eta: '2023-02-07', vessel: '=Freya' },
      ],
    );
    assert.deepEqual(await find(Number(made[0]?.id)), made[0]);
    assert.deepEqual((await admin.call(partiesContract.list, { search: 'block linie' })).body, []);
    const { body } = await admin.call(change, input);
    assert.equal(body.changed, 4);
    assert.equal((await history(Number(made[2]?.id)))[0]?.new_value, null);
    assert.deepEqual(
      (await noticesOf(ana.id)).map(({ message }) => message),
      ['Administrator changed 4 containers at once.'],
    );
    assert.equal((await auditOf('container.changed')).length >= 4, true);
    const undone = await admin.call(bulkContract.undo, { id: Number(body.bulk_id) });
    assert.deepEqual(undone.body, { restored: 4, kept: 0 });
  });

  test('a preview names each cell that cannot be read, and the change with it is refused for all rows', async () => {
    const { admin, makeSome, find } = await signIn();
    const made = await makeSome(2, { eta: '2027-01-01' });
    const texts: Values[] = [
      { eta: 'KW 51', pfi_date: '', assignee_id: 'Nobody Known', team_id: 'No Team' },
      { eta: '2061-02-01' },
    ];
    const rows = made.map((one, index) => row(one, texts[index] ?? {}));
    const input = { rows, reading: 'spreadsheet' as const };
    const preview = (await admin.call(change, { ...input, dry_run: true })).body;
    const remarks = (index: number) =>
      (preview.rows[index]?.remarks ?? []).map(({ field, kind, text }) => [field, kind, text]);
    assert.deepEqual(remarks(0), [
      ['eta', 'problem', "ETA: 'KW 51' cannot be read."],
      ['pfi_date', 'problem', 'Choose the PFI date.'],
      ['assignee_id', 'problem', 'There is no person named Nobody Known, or there are several.'],
      ['team_id', 'problem', 'There is no team named No Team whose containers you see.'],
    ]);
    assert.deepEqual(remarks(1), [
      ['eta', 'warning', 'The date 2061-02-01 is more than ten years away. Check the year.'],
    ]);
    const { status, failure } = await admin.call(change, input);
    assert.equal(status, 422);
    assert.match(failure.message, /: .*Nothing was changed\.$/);
    for (const one of made) assert.deepEqual(await find(one.id), one);
  });

  test('open dates are told, and read in the chosen order; an own export has decimal points', async () => {
    const { admin, makeSome } = await signIn();
    const [one] = await makeSome(1);
    assert.ok(one);
    const shown = async (values: Values, more: object) => {
      const input = { rows: [row(one, values)], reading: 'spreadsheet' as const, dry_run: true, ...more };
      const { body } = await admin.call(change, input);
      return [body.dates_open, body.rows[0]?.changes[0]?.to];
    };
    assert.deepEqual(await shown({ eta: '03/04/27' }, {}), [true, '2027-04-03']);
    assert.deepEqual(await shown({ eta: '03/04/27' }, { day_first: false }), [true, '2027-03-04']);
    assert.deepEqual(await shown({ weight_kg: '18.500' }, {}), [false, '18500']);
    assert.deepEqual(await shown({ weight_kg: '18.500' }, { reading: 'export' }), [false, '18.5']);
  });

  test('a row that another user has changed refuses all rows, with the container as it is now', async () => {
    const { admin, makeSome, find } = await signIn();
    const made = await makeSome(2);
    const [one, two] = made;
    assert.ok(one && two);
    const { visitor } = await signedInAs(app, { role: 2, team: await makeTeam(app), name: 'Ben Second' });
    assert.equal((await visitor.call(change, { rows: [row(two, { vessel: 'Aurora' })] })).status, 200);
    const rows = made.map((container) => row(container, { vessel: 'Freya' }));
    const refused = await admin.call(change, { rows });
    assert.deepEqual([refused.status, refused.failure.code], [409, 'container.changed']);
    assert.match(refused.failure.message, /^Ben Second changed this container/);
    const { container } = refused.raw.json().details as { container: Container };
    assert.deepEqual([container.id, container.vessel], [two.id, 'Aurora']);
    assert.deepEqual(await find(one.id), one);
    const preview = (await admin.call(change, { rows, dry_run: true })).body;
    assert.deepEqual(
      preview.rows.map(({ version, is_outdated, changes }) => [version, is_outdated, changes[0]?.from]),
      [
        [1, false, null],
        [2, true, 'Aurora'],
      ],
    );
  });

  test('a call that is sent again after a lost answer returns the change that it has made', async () => {
    const { admin, makeSome, find } = await signIn();
    const [one] = await makeSome(1);
    assert.ok(one);
    const input = { rows: [row(one, { vessel: 'Freya' })] };
    const first = await admin.call(change, input);
    const again = await admin.call(change, input);
    assert.deepEqual([again.status, again.body], [200, first.body]);
    assert.equal((await find(one.id)).version, 2);
    const other = await admin.call(change, { rows: [row(one, { vessel: 'Aurora' })] });
    assert.equal(other.status, 409);
  });

  test('an unchanged cell is not written, and a container out of sight counts as gone', async () => {
    const { admin, makeSome, find } = await signIn();
    const [own, other] = [await makeTeam(app), await makeTeam(app)];
    const { visitor } = await signedInAs(app, { role: 2, team: own });
    const [mine] = await makeSome(1, { team_id: own, vessel: 'Freya' });
    const [hidden] = await makeSome(1, { team_id: other });
    assert.ok(mine && hidden);
    const same = (await visitor.call(change, { rows: [row(mine, { vessel: ' Freya ' })] })).body;
    assert.deepEqual([same.bulk_id, same.changed], [null, 0]);
    assert.deepEqual(await find(mine.id), mine);
    const rows = [row(mine, { vessel: 'X' }), row(hidden, { vessel: 'X' })];
    assert.equal((await visitor.call(change, { rows })).status, 404);
    const preview = (await visitor.call(change, { rows, dry_run: true })).body;
    assert.deepEqual(
      preview.rows.map(({ id }) => id),
      [mine.id],
    );
    const twice = await admin.call(change, { rows: [row(mine, { vessel: 'X' }), row(mine, { vessel: 'Y' })] });
    assert.equal(twice.failure.message, 'Each container can be in the block only once.');
  });

  test('the new assignee of a cell is notified, as by the form', async () => {
    const { admin, makeSome, noticesOf } = await signIn();
    const ana = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const [one] = await makeSome(1);
    assert.ok(one);
    assert.equal((await admin.call(change, { rows: [row(one, { assignee_id: ana.id })] })).status, 200);
    assert.deepEqual(
      (await noticesOf(ana.id)).map(({ title }) => title),
      ['Container assigned to you'],
    );
  });
});
