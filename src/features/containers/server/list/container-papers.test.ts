import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { selectionContract } from '#features/files/list/selection.contract.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import { checklistContract as calls } from '#features/papers/checklist.contract.ts';
import type { Stage } from '#features/papers/checklist.rules.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { followAudit } from '#tests/audit.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, makeFileType, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { signedInAsViewer, teamViewers } from '#tests/team-viewers.ts';
import { randomName, useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

type PageInput = Partial<InputOf<typeof containersContract.page>>;

describe('the papers of a container', () => {
  const app = useTestApp();

  const expect = (file_type_id: number, stage: Stage, party_id: number | null = null) =>
    app.ctx.db.insertInto('checklist').values({ file_type_id, stage, party_id }).execute();

  /** An empty checklist, an administrator, and a type that is expected before each of the two steps. */
  async function open() {
    await app.ctx.db.deleteFrom('checklist').execute();
    const admin = await asAdmin(app);
    const list = await makeFileType(app, `Packing List ${randomName()}`);
    const bill = await makeFileType(app, `Bill of Lading ${randomName()}`);
    await expect(list, 'received');
    await expect(bill, 'departed');
    const link = async (container: { id: number }, type: number, visitor: Visitor = admin) => {
      const [file] = await upload(visitor, type, { name: `${randomName()}.txt` });
      if (!file) throw new Error('not uploaded');
      await admin.call(containerFilesContract.link, { id: container.id, file_ids: [file.id] });
      return file;
    };
    return { admin, list, bill, link, ...containersOf(app, () => admin) };
  }
  const countsOf = ({ papers_there, papers_expected, papers_missing }: Container) =>
    `${papers_there}/${papers_expected}, ${papers_missing} missing`;
  const missing = async (visitor: Visitor) =>
    (await visitor.call(containersContract.page, { preset: 'papers_missing', limit: 200 })).body;

  /** Returns the counts of a container, and checks that the filter lists it if papers are missing. */
  async function stateOf(admin: Visitor, id: number): Promise<string> {
    const { body } = await admin.call(containersContract.find, { id });
    const isListed = (await missing(admin)).containers.some((one) => one.id === id);
    assert.equal(isListed, (body.papers_missing ?? 0) > 0);
    return countsOf(body);
  }

  test('count by linked types, and the filter lists the containers that miss one for their next step', async () => {
    const { admin, list, bill, link, make, put } = await open();
    const container = await make();
    const state = () => stateOf(admin, container.id);
    assert.equal(await state(), '0/2, 1 missing');
    await link(container, list);
    await link(container, list);
    assert.equal(await state(), '1/2, 0 missing');
    await put(container.id, 'Received');
    assert.equal(await state(), '1/2, 1 missing');
    await link(container, bill);
    assert.equal(await state(), '2/2, 0 missing');
    await put(container.id, 'Departed');
    assert.equal(await state(), '2/2, 0 missing');
    assert.equal(await stateOf(admin, (await make(10, 3)).id), '0/2, 0 missing');
  });

  test('change with trash, restore, another type and a removed link', async () => {
    const { admin, list, bill, link, make } = await open();
    const container = await make();
    const file = await link(container, list);
    const state = () => stateOf(admin, container.id);
    assert.equal(await state(), '1/2, 0 missing');
    await admin.call(filesContract.remove, { id: file.id });
    assert.equal(await state(), '0/2, 1 missing');
    await admin.call(trashContract.restore, { id: file.id });
    assert.equal(await state(), '1/2, 0 missing');
    await admin.call(selectionContract.changeType, { ids: [file.id], file_type_id: bill });
    assert.equal(await state(), '1/2, 1 missing');
    await admin.call(selectionContract.changeType, { ids: [file.id], file_type_id: list });
    assert.equal(await state(), '1/2, 0 missing');
    await admin.call(containerFilesContract.unlink, { id: container.id, file_id: file.id });
    assert.equal(await state(), '0/2, 1 missing');
  });

  test('follow the rules of the supplier and of the carrier', async () => {
    const { admin, make, details } = await open();
    const party = async () => (await admin.call(partiesContract.add, { name: `Party ${randomName()}` })).body.id;
    const [supplier, carrier] = [await party(), await party()];
    await expect(await makeFileType(app), 'received', supplier);
    await expect(await makeFileType(app), 'departed', carrier);
    const enter = async (parties: { supplier_id?: number; customer_id?: number; carrier_id?: number }) => {
      const { body } = await admin.call(containersContract.create, { ...details(), ...parties });
      return stateOf(admin, body.id);
    };
    assert.equal(await stateOf(admin, (await make()).id), '0/2, 1 missing');
    assert.equal(await enter({ supplier_id: supplier }), '0/3, 2 missing');
    assert.equal(await enter({ carrier_id: carrier }), '0/3, 1 missing');
    assert.equal(await enter({ supplier_id: supplier, carrier_id: carrier }), '0/4, 2 missing');
    assert.equal(await enter({ customer_id: supplier }), '0/2, 1 missing');
    // Without the general rules, only those of the parties are left.
    await app.ctx.db.deleteFrom('checklist').where('party_id', 'is', null).execute();
    assert.equal(await enter({ supplier_id: supplier }), '0/1, 1 missing');
    assert.equal(await enter({ carrier_id: carrier }), '0/1, 0 missing');
    assert.equal(await enter({ carrier_id: supplier }), '0/1, 1 missing');
    assert.equal(await enter({ customer_id: supplier }), 'undefined/undefined, undefined missing');
  });

  test('are listed by step, and without the names of files', async () => {
    const { admin, list, bill, link, make } = await open();
    const container = await make();
    const { filename } = await link(container, bill);
    const answer = await admin.call(calls.papers, { id: container.id });
    assert.deepEqual(
      answer.body.map(({ file_type_id, stage, is_there, is_due }) => [file_type_id, stage, is_there, is_due]),
      [
        [list, 'received', false, true],
        [bill, 'departed', true, false],
      ],
    );
    assert.ok(!answer.raw.body.includes(filename));
  });

  test('are the same for all users who see the container, and hidden from the others', async () => {
    const { admin, list, link, details } = await open();
    const team = await makeTeam(app);
    const { visitor: uploader } = await signedInAs(app, { role: 3, team });
    const { body: container } = await admin.call(containersContract.create, { ...details(), team_id: team });
    await link(container, list, uploader);
    for (const viewer of teamViewers) {
      const { visitor } = await signedInAsViewer(app, viewer, team);
      const papers = await visitor.call(calls.papers, { id: container.id });
      const found = await visitor.call(containersContract.find, { id: container.id });
      assert.deepEqual([papers.status, found.status], viewer.sees ? [200, 200] : [404, 404], viewer.who);
      if (viewer.sees) assert.equal(countsOf(found.body), '1/2, 0 missing', viewer.who);
    }
  });

  test('the number of the filter is that of its rows, with any rules and any other filter', async () => {
    const { admin, details, list, bill, link } = await open();
    const party = async () => (await admin.call(partiesContract.add, { name: `Party ${randomName()}` })).body;
    const [supplier, carrier] = [await party(), await party()];
    const made: Container[] = [];
    for (let index = 0; index < 12; index += 1) {
      const parties = { supplier_id: index % 2 ? supplier.id : null, carrier_id: index % 3 ? null : carrier.id };
      const port = index % 4 ? {} : { pol: 'CNSHA', pod: index % 8 ? 'DEHAM' : 'CNSHA' };
      const { body } = await admin.call(containersContract.create, { ...details(), ...parties, ...port });
      made.push(body);
    }
    for (const [index, container] of made.entries()) {
      for (const type of [index % 2 ? list : undefined, index % 4 > 1 ? bill : undefined])
        if (type !== undefined) await link(container, type);
      if (index > 3) await admin.call(containersContract.changeStatus, { id: container.id, status: 'Received' });
      if (index > 9) await admin.call(containersContract.changeStatus, { id: container.id, status: 'Departed' });
    }
    const unlinked = await link(made[0] as Container, list);
    await admin.call(containerFilesContract.unlink, { id: made[0]?.id ?? 0, file_id: unlinked.id });
    const trashed = await link(made[4] as Container, list);
    await admin.call(selectionContract.trash, { ids: [trashed.id] });

    const filters: PageInput[] = [
      {},
      { status: 'Received' },
      { supplier_id: supplier.id },
      { port: 'CNSHA' },
      { pfi_date_from: '2020-01-01' },
      { search: made[5]?.name.slice(0, 4) },
    ];
    const ruleSets: [number, Stage, number | null][][] = [
      [],
      [
        [list, 'received', supplier.id],
        [bill, 'departed', carrier.id],
      ],
      [
        [list, 'received', null],
        [bill, 'departed', null],
        [bill, 'received', supplier.id],
      ],
      [
        [bill, 'departed', null],
        [list, 'received', carrier.id],
      ],
    ];
    for (const rules of ruleSets) {
      await app.ctx.db.deleteFrom('checklist').execute();
      for (const rule of rules) await expect(...rule);
      for (const filter of filters) {
        const of = async (more: PageInput) =>
          (await admin.call(containersContract.page, { ...filter, ...more, limit: 200 })).body;
        const { found, containers } = await of({ preset: 'papers_missing' });
        const missing = (await of({})).containers.filter(({ papers_missing = 0 }) => papers_missing > 0);
        const text = JSON.stringify({ rules, filter });
        assert.deepEqual(containers.map(({ id }) => id).toSorted(), missing.map(({ id }) => id).toSorted(), text);
        assert.equal(found, missing.length, text);
      }
    }
  });

  test('the number of the filter is that of its rows, for each reader', async () => {
    const { admin, details } = await open();
    const team = await makeTeam(app);
    for (const team_id of [undefined, team]) await admin.call(containersContract.create, { ...details(), team_id });
    for (const viewer of teamViewers) {
      const { visitor } = await signedInAsViewer(app, viewer, team);
      const { found, containers } = await missing(visitor);
      assert.equal(found, containers.length, viewer.who);
      assert.ok(containers.every(({ papers_missing = 0 }) => papers_missing > 0));
      const all = (await visitor.call(containersContract.page, { limit: 200 })).body.containers;
      assert.equal(found, all.filter(({ papers_missing = 0 }) => papers_missing > 0).length, viewer.who);
      assert.equal(
        containers.some(({ team_id }) => team_id === team),
        viewer.sees,
        viewer.who,
      );
    }
  });

  test('are not counted while nothing is expected', async () => {
    const { admin, make, find } = await open();
    const container = await make();
    await app.ctx.db.deleteFrom('checklist').execute();
    assert.ok(!('papers_expected' in (await find(container.id))));
    assert.deepEqual((await admin.call(calls.papers, { id: container.id })).body, []);
    assert.equal((await missing(admin)).found, 0);
  });

  test('a status call without the new field works unchanged, and with it the reason is kept', async () => {
    const { admin, make, history, list, link } = await open();
    const audit = followAudit(app.ctx);
    const mark = async (id: number, status: 'Received' | 'Departed', more: { papers_reason?: string | null } = {}) => {
      await audit();
      const answer = await admin.call(containersContract.changeStatus, { id, status, ...more });
      assert.equal(answer.status, 200, answer.raw.body);
      const [event] = await history(id);
      return [event?.reason, (await audit()).find(({ act }) => act === 'container.status_changed')?.detail];
    };
    const names = (await admin.call(calls.list, {})).body.map((rule) => rule.file_type_name);
    const [first, second] = names;
    assert.deepEqual(await mark((await make()).id, 'Received'), [null, 'Not Received → Received']);
    const { id } = await make();
    const kept = `Documents missing: ${first}. The courier is late`;
    assert.deepEqual(await mark(id, 'Received', { papers_reason: 'The courier is late' }), [
      kept,
      `Not Received → Received; ${kept}`,
    ]);
    const blank = `Documents missing: ${first}, ${second}`;
    assert.deepEqual(await mark(id, 'Departed', { papers_reason: '' }), [blank, `Received → Departed; ${blank}`]);
    // The undoing of a departure needs no papers.
    assert.deepEqual(await mark(id, 'Received', { papers_reason: '' }), [null, 'Departed → Received']);
    const complete = await make();
    await link(complete, list);
    assert.deepEqual(await mark(complete.id, 'Received', { papers_reason: '' }), [null, 'Not Received → Received']);
  });

  test('the preview of a bulk change counts the containers that would go on without papers', async () => {
    const { admin, list, link, make } = await open();
    const party = (await admin.call(partiesContract.add, { name: `Party ${randomName()}` })).body.id;
    await expect(await makeFileType(app), 'received', party);
    const [complete, incomplete] = [await make(), await make()];
    await link(complete, list);
    const ids = [complete.id, incomplete.id];
    const preview = async (change: { status?: 'Received'; set: { supplier_id?: number; vessel?: string } }) =>
      (await admin.call(bulkContract.change, { ids, dry_run: true, ...change })).body.papers_missing;
    assert.equal(await preview({ status: 'Received', set: {} }), 1);
    assert.equal(await preview({ status: 'Received', set: { supplier_id: party } }), 2);
    assert.equal(await preview({ set: { vessel: 'Ever Given' } }), 0);
  });

  test('a bulk change of the status names the missing papers of each container, and the reason of all', async () => {
    const { admin, make, history, list, link } = await open();
    const [type] = (await admin.call(calls.list, {})).body.map((rule) => rule.file_type_name);
    const [complete, incomplete, silent] = [await make(), await make(), await make()];
    await link(complete, list);
    const audit = followAudit(app.ctx);
    await audit();
    const ids = [complete.id, incomplete.id];
    const reasons = { papers_reason: 'The courier is late', reason: 'Checked in the yard' };
    await admin.call(bulkContract.change, { ids, status: 'Received', ...reasons });
    const reasonOf = async (id: number) => (await history(id)).find(({ what }) => what === 'status')?.reason;
    const kept = `Documents missing: ${type}. The courier is late\nChecked in the yard`;
    assert.deepEqual([await reasonOf(complete.id), await reasonOf(incomplete.id)], ['Checked in the yard', kept]);
    const details = (await audit()).filter(({ act }) => act === 'container.status_changed').map(({ detail }) => detail);
    assert.deepEqual(
      details.toSorted(),
      ['Checked in the yard', kept].map((reason) => `Not Received → Received; ${reason.replace('\n', ' ')}`).toSorted(),
    );
    await admin.call(bulkContract.change, { ids: [silent.id], status: 'Received', papers_reason: '' });
    assert.equal(await reasonOf(silent.id), `Documents missing: ${type}`);
    // A call without the field works as before, and a change of other fields asks for no papers.
    const { id } = await make();
    await admin.call(bulkContract.change, { ids: [id], status: 'Received' });
    assert.equal(await reasonOf(id), null);
    const departed = await make(10, 3);
    await admin.call(bulkContract.change, { ids: [departed.id], status: 'Received', papers_reason: '' });
    assert.equal(await reasonOf(departed.id), null);
  });

  test('an export has them in words, because a spreadsheet would read a fraction as a date', async () => {
    const { admin, make } = await open();
    const { id } = await make();
    const { body } = await admin.send({ method: 'GET', url: `/api/containers.csv?ids=${id}&columns=id,papers` });
    assert.ok(body.includes(`"ID","Documents"\r\n"${id}","0 of 2"`), body);
    const none = await admin.send({
      method: 'GET',
      url: `/api/containers.csv?ids=${(await make(10, 3)).id}&columns=id&preset=papers_missing`,
    });
    assert.equal(none.body.trim().split('\n').length, 1);
  });
});
