import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containersOf, dayFromNow } from '#tests/containers.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { textInZip } from '#tests/zip.ts';

describe('the export of containers', () => {
  const app = useTestApp();
  const signIn = async () => {
    const admin = await asAdmin(app);
    const { details, put } = containersOf(app, () => admin);
    const csv = async (url: string, visitor = admin) => {
      const { statusCode, headers, body } = await visitor.send({ method: 'GET', url });
      assert.deepEqual([statusCode, headers['content-type']], [200, 'text/csv; charset=utf-8']);
      assert.ok(body.startsWith('\ufeff'));
      return body.slice(1).trimEnd().split('\r\n');
    };
    return { admin, csv, details, put };
  };

  test('has the filtered rows in order, the chosen columns, real dates and no formulas', async () => {
    const { admin, csv, details } = await signIn();
    const late = { ...details(), expected_date: dayFromNow(-4), ex_factory_date: dayFromNow(-30) };
    const create = async (input: object) => (await admin.call(containersContract.create, { ...late, ...input })).body;
    const one = await create({ name: '=1+1', vessel: 'Öresund, "Star"', weight_kg: 10.5 });
    await create({ name: 'Later', vessel: 'Öresund, "Star"', expected_date: dayFromNow(9) });
    await create({ name: 'Elsewhere' });
    const query = `vessel=${encodeURIComponent('Öresund, "Star"')}&columns=id,name,status,days_late,pfi_date,vessel,weight_kg`;
    const lines = await csv(`/api/containers.csv?${query}`);
    assert.deepEqual(lines.slice(0, 2), [
      '"ID","Container Name","Status","Days late","PFI Date","Vessel","Weight (kg)"',
      `"${one.id}","'=1+1","Delayed","4","${dayFromNow(-4)}","Öresund, ""Star""","10.5"`,
    ]);
    assert.equal(lines.length, 3);
    const { rawPayload, headers } = await admin.send({ method: 'GET', url: `/api/containers.xlsx?${query}` });
    assert.match(String(headers['content-disposition']), /containers \d{4}-\d\d-\d\d\.xlsx/);
    const sheet = textInZip(rawPayload, 'xl/worksheets/sheet1.xml');
    const day = Math.round((Date.parse(dayFromNow(-4)) - Date.UTC(1899, 11, 30)) / 86_400_000);
    const cells = [
      '<c r="B2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>',
      `<c r="E2" s="1"><v>${day}</v></c>`,
    ];
    for (const cell of [...cells, '<c r="G2"><v>10.5</v></c>', 'Öresund, "Star"'])
      assert.ok(sheet.includes(cell), cell);
    assert.equal(sheet.match(/<row /g)?.length, 3);
  });

  test('has only the rows that the caller sees, also more than one batch of them, and is audited', async () => {
    const { admin, csv, details } = await signIn();
    const team = await makeTeam(app);
    for (let index = 0; index < 260; index += 1)
      await admin.call(containersContract.create, { ...details(), voyage: 'V9', team_id: team });
    const { visitor } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    assert.equal((await csv('/api/containers.csv?search=V9&columns=id')).length, 261);
    assert.equal((await csv('/api/containers.csv?search=V9&columns=id', visitor)).length, 1);
    const entry = await app.ctx.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('act', '=', 'records.exported_containers')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    assert.equal(entry?.detail, 'containers, search=V9');
    assert.equal((await admin.send({ method: 'GET', url: '/api/containers.csv?columns=secret' })).statusCode, 422);
  });

  test('of delays has those of all containers that the caller sees, or of one', async () => {
    const { admin, csv, details, put } = await signIn();
    const team = await makeTeam(app);
    const { visitor } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const open = (await admin.call(containersContract.create, details())).body;
    const hidden = (await admin.call(containersContract.create, { ...details(), team_id: team })).body;
    for (const { id } of [open, hidden]) await put(id, 'Delayed', '+Strike');
    assert.equal((await csv('/api/containers/delay-logs.csv')).length, 3);
    const seen = await csv('/api/containers/delay-logs.csv', visitor);
    assert.equal(seen.length, 2);
    assert.ok(seen.join().includes(`,"PFI","'+Strike","","Administrator",`), seen.join());
    assert.equal((await csv(`/api/containers/delay-logs.csv?container_id=${open.id}`)).length, 2);
  });
});
