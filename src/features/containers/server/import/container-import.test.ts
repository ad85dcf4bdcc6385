import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerImportContract as calls } from '#features/containers/import/container-import.contract.ts';
import type { ReadFile } from '#features/containers/import/container-import.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { importUndoMs } from '#features/imports/imports.rules.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { containersOf, enterContainer } from '#tests/containers.ts';
import { asAdmin, makeContainer, makeTeam, makeUser, signedInAs } from '#tests/make.ts';
import { expectedRows, libraryWorkbook, supplierSheets } from '#tests/supplier-sheets.ts';
import { randomName, useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

describe('an import of containers', () => {
  const app = useTestApp();
  let admin!: Visitor;
  const { details, find, history, noticesOf, make } = containersOf(app, () => admin);
  const read = async (content: string | Buffer, visitor: Visitor = admin, name = 'list.csv') => {
    const answer = await visitor.call(calls.read, {}, [{ name, bytes: content }]);
    assert.equal(answer.status, 201, answer.raw.body);
    return answer.body;
  };
  const choicesOf = (file: ReadFile, sheet = 0) => ({
    id: file.id,
    sheet,
    columns: file.sheets[sheet]?.columns.map(({ field }) => field) ?? [],
  });
  const auditOf = async () => {
    const rows = await app.ctx.db.selectFrom('audit_entries').select(['act', 'detail']).orderBy('id').execute();
    return rows.filter(({ act }) => act.startsWith('container.')).map(({ act, detail }) => `${act}: ${detail}`);
  };
  beforeEach(async () => {
    admin = await asAdmin(app);
  });

  for (const { title, name, bytes, sheet = 0, otherRows = [] } of supplierSheets())
    test(`reads a file with ${title}`, async () => {
      const file = await read(bytes, admin, name);
      const { status, body, raw } = await admin.call(calls.check, choicesOf(file, sheet));
      assert.equal(status, 200, raw.body);
      const others = body.rows.splice(expectedRows.length);
      assert.deepEqual(
        others.map(({ state }) => state),
        otherRows.map(() => 'wrong'),
      );
      for (const [index, problem] of otherRows.entries()) assert.match(others[index]?.problems[0] ?? '', problem);
      const found = body.rows.map(({ state, problems, changes }) => ({
        state,
        problems,
        ...Object.fromEntries(changes.map(({ field, to }) => [field, to])),
      }));
      assert.deepEqual(
        found.map((row) => ({
          ...row,
          name: undefined,
          container_number: String('container_number' in row ? row.container_number : '').replaceAll(/[ -]/g, ''),
        })),
        expectedRows.map((row) => ({
          state: 'new',
          problems: [],
          name: undefined,
          container_number: row.number,
          container_no: row.order,
          pfi_date: row.pfi,
          ex_factory_date: row.exFactory,
          goods: row.goods,
          weight_kg: String(row.weight),
        })),
      );
    });

  test('shows each row as new, changed, same, wrong or duplicate, then imports, and is undone', async () => {
    const ana = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const known = await make();
    const other = await make();
    const kept = await make();
    const lines = [
      'ID,Container Name,Order Number,PFI Date,Ex-Factory Date,ETA,Supplier',
      `${known.id},${known.name},${known.container_no},2035-03-04,${known.ex_factory_date},,New Supplier`,
      `${other.id},${other.name},${other.container_no},${other.pfi_date},${other.ex_factory_date},,`,
      `${kept.id},${kept.name},${kept.container_no},${kept.pfi_date},${kept.ex_factory_date},2035-05-05,`,
      ',First,PO-77,2035-01-01,2035-02-01,,New Supplier',
      ',First,PO-77,2035-01-01,2035-02-01,,',
      ',Second,PO-78,31.02.2035,2035-02-01,,',
      '999999,Third,PO-79,2035-01-01,2035-02-01,,',
    ];
    const file = await read(lines.join('\n'));
    const choices = choicesOf(file);
    const { body } = await admin.call(calls.check, choices);
    assert.deepEqual(
      body.rows.map(({ row, state }) => [row, state]),
      [
        [2, 'changed'],
        [3, 'same'],
        [4, 'changed'],
        [5, 'new'],
        [6, 'duplicate'],
        [7, 'wrong'],
        [8, 'wrong'],
      ],
    );
    assert.deepEqual(body.rows[0]?.changes, [
      { field: 'pfi_date', from: known.pfi_date, to: '2035-03-04' },
      { field: 'supplier_id', from: null, to: 'New Supplier' },
    ]);
    assert.deepEqual([body.moved, body.warned], [1, 2]);
    assert.match(body.rows[3]?.warnings[0] ?? '', /Ex-Factory/);
    assert.deepEqual(body.rows[5]?.problems, ["PFI Date: '31.02.2035' cannot be read."]);
    const wrong = await admin.call(calls.check, { ...choices, show: 'wrong', limit: 1 });
    assert.deepEqual([wrong.body.rows.map(({ row }) => row), wrong.body.next], [[7], 7]);
    assert.equal((await find(known.id)).pfi_date, known.pfi_date);

    const before = await auditOf();
    const run = await admin.call(calls.run, { ...choices, reason: 'New plan' });
    assert.deepEqual(run.body, { created: 1, updated: 2, left_out: 4, unchanged: 1 });
    const now = await find(known.id);
    assert.deepEqual([now.pfi_date, now.pfi_moves, now.supplier_name], ['2035-03-04', 1, 'New Supplier']);
    assert.deepEqual((await history(known.id)).map(({ what, reason }) => [what, reason]).slice(0, 2), [
      ['supplier_id', null],
      ['pfi_date', 'New plan'],
    ]);
    assert.deepEqual((await auditOf()).slice(before.length), [
      'container.created: Not Received',
      `container.changed: PFI date: ${known.pfi_date} → 2035-03-04; Supplier: none → New Supplier`,
      'container.changed: ETA: none → 2035-05-05',
      'container.imported: 1 created, 2 changed',
    ]);
    assert.deepEqual(
      (await noticesOf(ana.id)).map(({ message }) => message),
      ['Administrator imported a spreadsheet: 1 new container, 2 changed containers.'],
    );
    assert.equal((await admin.call(calls.run, choices)).failure.code, 'import.done');

    const details = await find(kept.id);
    await admin.call(containersContract.update, { ...details, name: 'Changed since' });
    assert.deepEqual(
      (await admin.call(calls.list, {})).body.map(({ id }) => id),
      [file.id],
    );
    assert.equal((await ana.visitor.call(calls.undo, { id: file.id })).status, 403);
    const undone = await admin.call(calls.undo, { id: file.id });
    assert.deepEqual(undone.body, { restored: 1, removed: 1, kept: 1 });
    const restored = await find(known.id);
    assert.deepEqual(restored, { ...known, version: restored.version, updated_at: restored.updated_at });
    assert.equal((await find(kept.id)).eta, '2035-05-05');
    assert.equal((await history(known.id))[0]?.reason, 'Import undone');
    assert.deepEqual((await auditOf()).at(-1), 'container.import_undone: 1 removed, 1 restored');
    assert.equal((await admin.call(calls.undo, { id: file.id })).status, 404);
  });

  test('finds nothing to change in an export of the product', async () => {
    const made = await make();
    // A deleted assignee, and one with a namesake.
    const team = await makeTeam(app);
    const [left, ana] = [await makeUser(app, { role: 3, team }), await makeUser(app, { role: 3, team })];
    for (const { id } of [left, ana])
      await admin.call(containersContract.update, { ...(await make()), assignee_id: id, team_id: team });
    await makeUser(app, { role: 3, team, name: ana.name });
    assert.equal((await admin.call(usersContract.remove, { id: left.id })).status, 204);
    const supplier = (await admin.call(partiesContract.add, { name: '+Atelier Nord' })).body;
    const texts = {
      goods: '- chairs, 4 pallets _x0041_x0042_',
      vessel: '=Star',
      supplier_id: supplier.id,
      weight_kg: 12.345,
      etd: '1900-01-01',
      eta: '9999-12-31',
    };
    const changed = await admin.call(containersContract.update, { ...details(), ...texts, id: made.id });
    assert.equal(changed.status, 200, changed.raw.body);
    for (const format of ['csv', 'xlsx']) {
      const { rawPayload } = await admin.send({ method: 'GET', url: `/api/containers.${format}` });
      const file = await read(rawPayload, admin, `containers.${format}`);
      const { counts } = (await admin.call(calls.check, choicesOf(file))).body;
      assert.deepEqual({ ...counts, same: 0 }, { new: 0, changed: 0, same: 0, there: 0, duplicate: 0, wrong: 0 });
      assert.ok(counts.same > 0);
    }
  });

  test('an export is the same when it is imported again, also with names that begin with invisible characters', async () => {
    const invisible = ['\u200b', '\ufeff', '\u2060', '\u00a0', '\u202f', '\u200e', '\u00ad', '\u200d'];
    const names = [...invisible.map((letter) => `${letter}=1`), 'Chairs\u00a0and\u200btables\ufeff'];
    for (const name of names) await enterContainer(admin, { name, number: `\u200bPO-${randomName()}` });
    // An earlier version stored these characters.
    for (const name of ['\u200b=2', 'Old\u00a0desks']) await makeContainer(app, { name });
    for (const format of ['csv', 'xlsx']) {
      const { rawPayload } = await admin.send({ method: 'GET', url: `/api/containers.${format}` });
      const file = await read(rawPayload, admin, `containers.${format}`);
      const { body } = await admin.call(calls.check, choicesOf(file));
      const others = body.rows.filter(({ state }) => state !== 'same');
      assert.deepEqual(others, []);
      assert.ok(body.counts.same >= names.length + 2);
    }
  });

  test('finds a container by its number, and the caller chooses to update, skip or add it', async () => {
    const number = 'CSQU3054383';
    const made = (
      await admin.call(containersContract.create, {
        name: `Chairs ${number}`,
        container_no: 'PO-9',
        expected_date: '2035-01-01',
        ex_factory_date: '2034-12-01',
      })
    ).body;
    const file = await read(`Container,PO,PFI,Ex-Factory,Vessel\nCSQU 305438-3,PO-9,2035-01-01,2034-12-01,Star`);
    for (const [existing, state, id] of [
      ['update', 'changed', made.id],
      ['skip', 'there', made.id],
      ['add', 'new', null],
    ] as const) {
      const { body } = await admin.call(calls.check, { ...choicesOf(file), existing });
      assert.deepEqual(
        body.rows.map((row) => [row.state, row.container_id]),
        [[state, id]],
      );
    }
  });

  test('a row with an order number and no name means the one container of that order', async () => {
    const dates = { pfi: '2035-01-01', exFactory: '2034-12-01' };
    const single = await enterContainer(admin, { name: 'Desks', number: 'PO-61', ...dates });
    for (const name of ['Lamps', 'Stools']) await enterContainer(admin, { name, number: 'PO-62', ...dates });
    const file = await read(
      'Order Number,Container Name,PFI Date,Ex-Factory Date,POL\n' +
        'PO-61,,2035-02-01,,Göteborg\nPO-62,,2035-02-01,,\nPO-61,Chairs,2035-02-01,2035-01-01,',
    );
    const { body } = await admin.call(calls.check, choicesOf(file));
    assert.deepEqual(
      body.rows.map(({ state, container_id }) => [state, container_id]),
      [
        ['changed', single.id],
        ['there', null],
        ['new', null],
      ],
    );
    assert.match(
      body.rows[1]?.problems[0] ?? '',
      /^Several containers have this number: PO-62 · Lamps \(ID \d+\), PO-62/,
    );
    assert.deepEqual(body.rows[0]?.changes, [
      { field: 'pfi_date', from: '2035-01-01', to: '2035-02-01' },
      { field: 'pol', from: null, to: 'Gothenburg (SEGOT)' },
    ]);
  });

  test('finds a container by order number and name if its number is new or shared', async () => {
    const heading = 'Container Name,Order Number,PFI Date,Ex-Factory Date,Container\n';
    const rows = (...lines: string[]) => heading + lines.join('\n');
    const enter = async (name: string, number: string, container_number?: string) => {
      const made = await enterContainer(admin, { name, number });
      if (container_number) await admin.call(containersContract.update, { ...made, container_number });
      return made;
    };
    const chairs = await enter('Chairs', 'PO-81');
    const rolled = await enter('Stools', 'PO-82', 'MSKU1234565');
    const lamps = await enter('Lamps', 'PO-83', 'TGHU1234561');
    const tables = await enter('Tables', 'PO-84', 'TGHU1234561');
    const file = await read(
      rows(
        'Chairs,PO-81,2035-02-01,,MSKU 765432 1',
        'Stools,PO-82,2035-02-01,2035-01-01,MSKU 765432 2',
        'Lamps,PO-83,2035-02-01,,TGHU 123456 1',
        'Tables,PO-84,2035-02-01,,TGHU 123456 1',
        'Desks,PO-85,2035-02-01,2035-01-01,TGHU 123456 1',
      ),
    );
    const { body } = await admin.call(calls.check, choicesOf(file));
    assert.deepEqual(
      body.rows.map(({ state, container_id }) => [state, container_id]),
      [
        ['changed', chairs.id],
        // An order may have several containers, so another number is another one.
        ['new', null],
        ['changed', lamps.id],
        ['changed', tables.id],
        // Another order of the same container.
        ['new', null],
      ],
    );
    assert.equal((await find(rolled.id)).container_number, 'MSKU1234565');
  });

  test('imports nothing if another user has changed what the check showed', async () => {
    const made = await enterContainer(admin, { name: 'Benches', number: 'PO-91' });
    await admin.call(containersContract.update, { ...made, vessel: 'Old' });
    const file = await read(`Container Name,Order Number,PFI Date,Vessel\nBenches,PO-91,${made.pfi_date},New`);
    const choices = choicesOf(file);
    const { preview } = (await admin.call(calls.check, choices)).body;
    await admin.call(containersContract.update, { ...(await find(made.id)), expected_date: '2035-10-10' });
    const refused = await admin.call(calls.run, { ...choices, preview });
    assert.deepEqual([refused.status, refused.failure.code], [409, 'container.changed']);
    assert.deepEqual([(await find(made.id)).pfi_date, (await find(made.id)).vessel], ['2035-10-10', 'Old']);
    const again = (await admin.call(calls.check, choices)).body;
    assert.equal(again.moved, 1);
    assert.equal((await admin.call(calls.run, { ...choices, preview: again.preview })).body.updated, 1);
  });

  test('an undo keeps new containers with a comment or a document of a user', async () => {
    const file = await read(
      'Container Name,Order Number,PFI Date,Ex-Factory Date\nUsed,PO-95,2035-02-01,2035-01-01\nUnused,PO-96,2035-02-01,2035-01-01',
    );
    assert.equal((await admin.call(calls.run, choicesOf(file))).body.created, 2);
    const { id } = await app.ctx.db
      .selectFrom('containers')
      .select('id')
      .where('container_no', '=', 'PO-95')
      .executeTakeFirstOrThrow();
    assert.equal((await admin.call(containerWorkContract.comment, { id, text: 'Seal checked' })).status, 201);
    assert.deepEqual((await admin.call(calls.undo, { id: file.id })).body, { restored: 0, removed: 1, kept: 1 });
    assert.equal((await find(id)).name, 'Used');
  });

  test('finds an order number in capital letters too, and calls no row a duplicate of a wrong one', async () => {
    const made = await enterContainer(admin, { name: 'Rugs', number: 'PO-71' });
    const file = await read(
      'Order Number,Container Name,PFI Date,Ex-Factory Date\n' +
        'po-71,rugs,31.02.2035,\nPo-71,Rugs,2035-02-01,\npo-71,,2035-02-02,\npo-72,Vases,,2035-01-01\nPO-72,Vases,2035-02-01,2035-01-01',
    );
    const { body } = await admin.call(calls.check, choicesOf(file));
    assert.deepEqual(
      body.rows.map(({ state, container_id, problems }) => [state, container_id, problems]),
      [
        ['wrong', made.id, ["PFI Date: '31.02.2035' cannot be read."]],
        ['changed', made.id, []],
        ['duplicate', made.id, ['The same container as in row 3.']],
        ['wrong', null, ['PFI Date is missing.']],
        ['new', null, []],
      ],
    );
  });

  test('asks for the order of day and month only if no date column shows it', async () => {
    const file = await read('PO,PFI,Ex-Factory\nPO-1,03/04/2027,Wed 06/01/2027\nPO-2,05/06/2027,05/01/2027');
    assert.deepEqual(
      file.sheets[0]?.columns.map(({ day_order }) => day_order),
      [null, 'open', 'open'],
    );
    const dates = async (from: ReadFile, day_first: boolean) =>
      (await admin.call(calls.check, { ...choicesOf(from), day_first })).body.rows.map(
        ({ changes }) => changes.find(({ field }) => field === 'pfi_date')?.to,
      );
    assert.deepEqual(await dates(file, true), ['2027-04-03', '2027-06-05']);
    assert.deepEqual(await dates(file, false), ['2027-03-04', '2027-05-06']);
    const shown = await read('PO,PFI,Ex-Factory\nPO-1,03/04/2027,01/25/2027\nPO-2,05/06/2027,01/26/2027');
    for (const choice of [true, false]) assert.deepEqual(await dates(shown, choice), ['2027-03-04', '2027-05-06']);
    // The rows are stored in parts, and the dates of the first part are not those of all.
    const empty = Array.from({ length: 300 }, (_, index) => `PO-${index},2027-01-01,`);
    const late = await read(['PO,PFI,ETA', ...empty, 'PO-A,2027-01-01,03/04/2027'].join('\n'));
    assert.equal(late.sheets[0]?.columns[2]?.day_order, 'open');
    const again = await admin.call(calls.headings, { id: late.id, sheet: 0, heading_row: 1 });
    assert.equal(again.body.columns[2]?.day_order, 'open');
  });

  test('reads weights by the decimal mark of their column and the unit of their heading', async () => {
    const checked = async (content: string | Buffer) => {
      const file = await read(content);
      const { body } = await admin.call(calls.check, choicesOf(file));
      return body.rows.map(
        ({ changes, warnings }) => changes.find(({ field }) => field === 'weight_kg')?.to ?? warnings[0],
      );
    };
    const weights = (heading: string, ...cells: string[]) => {
      const rows = cells.map((cell, index) => `PO-${index},2035-01-01,2034-01-01,"${cell}"`);
      return checked([`PO,PFI,Ex-Factory,${heading}`, ...rows].join('\n'));
    };
    assert.deepEqual(await weights('Weight', '12.345', '18.500'), ['12345', '18500']);
    assert.deepEqual(await weights('Weight', '12.345', '7.5'), ['12.345', '7.5']);
    assert.deepEqual(await weights('Gross Weight (MT)', '18.5', '900 kg'), ['18500', '900']);
    assert.deepEqual(await weights('Weight (lbs)', '40000'), [
      "Weight (kg): '40000' cannot be read. The row is imported without it.",
    ]);
    const formats = ['0.000 "t"', '#,##0 "lbs"', '0.0 "kg"'];
    const rows = formats.map((z, index) => [`PO-${index}`, '2035-01-01', '2034-01-01', { t: 'n', v: 18.125, z }]);
    const sheet = [['PO', 'PFI', 'Ex-Factory', 'Weight'], ...rows];
    for (const bookType of ['xlsx', 'biff8'] as const)
      assert.deepEqual(await checked(libraryWorkbook([sheet], bookType)), [
        '18125',
        "Weight (kg): '18.1250 lbs' cannot be read. The row is imported without it.",
        '18.125',
      ]);
  });

  test('says that a sheet has too many columns, and a file too many sheets', async () => {
    const row = (columns: number) => Array.from({ length: columns }, (_, column) => `C${column}`);
    const bookOf = (columns: number, sheets: number, bookType: 'xlsx' | 'biff8') =>
      libraryWorkbook(
        Array.from({ length: sheets }, () => [row(columns)]),
        bookType,
      );
    for (const [content, isCut, sheetsLeft] of [
      [bookOf(100, 1, 'xlsx'), false, 0],
      [bookOf(101, 20, 'xlsx'), true, 0],
      [bookOf(3, 22, 'xlsx'), false, 2],
      [bookOf(101, 21, 'biff8'), true, 1],
      [`${row(100).join(',')},, ,`, false, 0],
      [row(103).join(','), true, 0],
    ] as const) {
      const { sheets, sheets_left } = await read(content);
      assert.deepEqual([sheets[0]?.is_cut, sheets_left], [isCut, sheetsLeft]);
    }
  });

  test('proposes the fields that were chosen before for the same headings', async () => {
    const content = (order: string) => `Ref A,Ref B,Ref C\n${order},2035-01-01,2034-01-01`;
    const first = await read(content('PO-501'));
    assert.deepEqual(
      first.sheets[0]?.columns.map(({ field }) => field),
      [null, null, null],
    );
    const columns = ['container_no' as const, 'pfi_date' as const, 'ex_factory_date' as const];
    assert.equal((await admin.call(calls.run, { id: first.id, sheet: 0, columns })).body.created, 1);
    const second = await read(content('PO-502'));
    assert.deepEqual(
      second.sheets[0]?.columns.map(({ field }) => field),
      columns,
    );
  });

  test('proposes one’s own fields for the same headings, else those of the team, and never those of another team', async () => {
    const [team, other] = [await makeTeam(app), await makeTeam(app)];
    const [ana, ben, carl] = await Promise.all(
      [team, team, other].map(async (of) => (await signedInAs(app, { role: 2, team: of })).visitor),
    );
    assert.ok(ana && ben && carl);
    const content = () => `Mark,First,Second\nPO-${randomName()},2099-02-01,2099-01-01`;
    const fieldsFor = async (visitor: Visitor) =>
      (await read(content(), visitor)).sheets[0]?.columns.map(({ field }) => field);
    const run = async (visitor: Visitor, columns: ('container_no' | 'pfi_date' | 'ex_factory_date')[]) => {
      const { id } = await read(content(), visitor);
      assert.equal((await visitor.call(calls.run, { id, sheet: 0, columns })).status, 200);
    };
    await run(ana, ['container_no', 'pfi_date', 'ex_factory_date']);
    assert.deepEqual(await fieldsFor(ben), ['container_no', 'pfi_date', 'ex_factory_date']);
    assert.deepEqual(await fieldsFor(carl), [null, null, null]);
    await run(ben, ['container_no', 'ex_factory_date', 'pfi_date']);
    assert.deepEqual(await fieldsFor(ben), ['container_no', 'ex_factory_date', 'pfi_date']);
    assert.deepEqual(await fieldsFor(ana), ['container_no', 'pfi_date', 'ex_factory_date']);
  });

  test('takes another row as the headings, or none', async () => {
    const file = await read(
      'List of March\nPO,PFI,Ex-Factory\nPO-H1,2035-03-03,2035-02-02\nOther,Words,Here\nPO-H2,2035-03-04,2035-02-02',
    );
    assert.equal(file.sheets[0]?.heading_row, 2);
    const choose = (heading_row: number) => admin.call(calls.headings, { id: file.id, sheet: 0, heading_row });
    const { body } = await choose(4);
    assert.deepEqual(
      [body.heading_row, body.columns.map(({ heading, samples }) => [heading, samples])],
      [
        4,
        [
          ['Other', ['PO-H2']],
          ['Words', ['2035-03-04']],
          ['Here', ['2035-02-02']],
        ],
      ],
    );
    const columns = ['container_no', 'pfi_date', 'ex_factory_date'] as const;
    const check = await admin.call(calls.check, { id: file.id, sheet: 0, columns: [...columns] });
    assert.deepEqual(
      check.body.rows.map(({ row, state, label }) => [row, state, label]),
      [[5, 'new', 'PO-H2']],
    );
    assert.deepEqual((await choose(0)).body.columns[0]?.heading, 'Column A');
    assert.equal((await choose(51)).status, 422);
    assert.equal(
      (await admin.call(calls.headings, { id: file.id, sheet: 7, heading_row: 1 })).failure.code,
      'import.no_such_sheet',
    );
  });

  test('shows only the rows with values that are probably wrong', async () => {
    const file = await read('PO,PFI,Ex-Factory\nPO-W1,2035-03-03,2035-02-02\nPO-W2,2034-03-03,2035-02-02');
    const { body } = await admin.call(calls.check, { ...choicesOf(file), show: 'warned' });
    assert.deepEqual([body.warned, body.rows.map(({ label }) => label)], [1, ['PO-W2']]);
  });

  test('reads its own template, whose headings name every field', async () => {
    const { raw } = await admin.call(calls.template, {});
    assert.match(String(raw.headers['content-disposition']), /containers-to-import\.csv/);
    const file = await read(`${raw.body}"","A","PO-T","2035-01-01","2034-01-01"\r\n`);
    assert.ok(file.sheets[0]?.columns.every(({ field }) => field !== null));
  });

  test('is undone by an administrator, and by no other manager', async () => {
    const [mona, mel] = [await signedInAs(app, { role: 2, team: 1 }), await signedInAs(app, { role: 2, team: 1 })];
    const file = await read('PO,PFI,Ex-Factory\nPO-U1,2035-03-03,2035-02-02', mona.visitor, 'march.csv');
    assert.equal((await mona.visitor.call(calls.run, choicesOf(file))).status, 200);
    const listed = async (visitor: Visitor) =>
      (await visitor.call(calls.list, {})).body.filter(({ id }) => id === file.id).map((one) => one.user_name);
    assert.deepEqual(
      [await listed(mona.visitor), await listed(mel.visitor), await listed(admin)],
      [[mona.name], [], [mona.name]],
    );
    assert.equal((await mel.visitor.call(calls.undo, { id: file.id })).status, 404);
    assert.equal((await admin.call(calls.undo, { id: file.id })).body.removed, 1);
  });

  test('is undone within a day', async () => {
    const importOne = async (order: string) => {
      const file = await read(`PO,PFI,Ex-Factory\n${order},2035-03-03,2035-02-02`);
      assert.equal((await admin.call(calls.run, choicesOf(file))).body.created, 1);
      return file.id;
    };
    const [early, late] = [await importOne('PO-D1'), await importOne('PO-D2')];
    const day = Date.now() + importUndoMs;
    app.setNow(new Date(day - 5 * 60_000));
    admin = await asAdmin(app);
    assert.equal((await admin.call(calls.undo, { id: early })).body.removed, 1);
    app.setNow(new Date(day + 5 * 60_000));
    assert.ok(!(await admin.call(calls.list, {})).body.some(({ id }) => id === late));
    assert.equal((await admin.call(calls.undo, { id: late })).status, 404);
    app.setNow(new Date());
  });

  test('does not show or change containers of teams that the caller does not see', async () => {
    const [own, other] = [await makeTeam(app), await makeTeam(app)];
    const { visitor } = await signedInAs(app, { role: 2, team: own });
    const hidden = (
      await admin.call(containersContract.create, {
        name: 'Hidden',
        container_no: 'PO-H',
        expected_date: '2035-01-01',
        ex_factory_date: '2034-01-01',
        team_id: other,
      })
    ).body;
    const file = await read(`Stowage ID,PO,PFI\n${hidden.id},PO-X,2035-02-02`, visitor);
    const { body } = await visitor.call(calls.check, choicesOf(file));
    assert.deepEqual(
      body.rows.map(({ state, label }) => [state, label]),
      [['wrong', 'PO-X']],
    );
    assert.equal((await visitor.call(calls.run, choicesOf(file))).failure.code, 'import.nothing');
    assert.equal((await admin.call(calls.check, choicesOf(file))).status, 404);
  });
});
