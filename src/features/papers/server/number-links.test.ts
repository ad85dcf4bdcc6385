import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containerFilesContract as calls } from '#features/container-files/container-files.contract.ts';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerImportContract as importContract } from '#features/containers/import/container-import.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { dayMs } from '#shared/calendar.ts';
import { changeStatus, enterContainer } from '#tests/containers.ts';
import { extractStored } from '#tests/extraction.ts';
import { asAdmin, blobKeyOf, makeTeam, replaceContent, signedInAs } from '#tests/make.ts';
import { linkedIds, newNumber, newOrder, plain, renumber, uploadOne } from '#tests/numbered-papers.ts';
import { signedInAsViewer, teamViewers } from '#tests/team-viewers.ts';
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { indexStored } from './number-index.service.ts';

const linksOf = async (visitor: Visitor, id: number) =>
  (await visitor.call(calls.files, { id })).body.files.map((file) => [file.id, file.how, file.found]);

const rename = (visitor: Visitor, id: number, filename: string) =>
  visitor.call(filesContract.update, { id, _method: 'PUT', filename });

describe('links by number', () => {
  const app = useTestApp();

  test('a file is linked by its name at once and by its text when it is read, without a notification', async () => {
    const admin = await asAdmin(app);
    const [number, order] = [newNumber(), newOrder()];
    const byNumber = await enterContainer(admin, { name: `Chairs ${number}` });
    const byOrder = await enterContainer(admin, { number: order });
    const { id: reader } = await signedInAs(app, { role: 2, team: 1 });
    const noticesOf = () =>
      app.ctx.db.selectFrom('notifications').select('title').where('user_id', '=', reader).execute();
    const file = await uploadOne(admin, `${plain(number).toLowerCase()}_list.txt`, `For order ${order}.`);
    assert.deepEqual(await linksOf(admin, byNumber.id), [[file.id, 'name', plain(number)]]);
    assert.deepEqual(await linksOf(admin, byOrder.id), []);
    await extractStored(app);
    assert.deepEqual(await linksOf(admin, byOrder.id), [[file.id, 'text', plain(order)]]);
    assert.deepEqual(
      (await noticesOf()).map(({ title }) => title),
      ['New file'],
    );

    const { events } = (await admin.call(containersContract.history, { id: byOrder.id })).body;
    assert.deepEqual([events[0]?.what, events[0]?.new_value], ['linked', file.filename]);
    assert.equal(events[0]?.user_name, 'System');
    const activity = (await admin.call(versionsContract.history, { id: file.id })).body;
    const linked = activity.filter(({ what }) => what === 'linked');
    assert.deepEqual(
      linked.map(({ user, new_value }) => [user, new_value?.includes(byOrder.name) || new_value?.includes(number)]),
      [
        [null, true],
        [null, true],
      ],
    );
    const { body } = await admin.call(calls.containers, { id: file.id });
    assert.deepEqual(
      body.containers.map(({ id, how, linked_by }) => [id, how, linked_by]),
      [
        [byOrder.id, 'text', null],
        [byNumber.id, 'name', null],
      ],
    );
  });

  test('numbers of fewer than six characters and wrong check digits link nothing', async () => {
    const admin = await asAdmin(app);
    const wrong = newNumber().replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
    const short = await enterContainer(admin, { number: 'A-123' });
    const misspelt = await enterContainer(admin, { name: wrong });
    await uploadOne(admin, `A-123 ${wrong}.txt`, `A-123 and ${wrong}`);
    await extractStored(app);
    assert.deepEqual([await linkedIds(admin, short.id), await linkedIds(admin, misspelt.id)], [[], []]);
  });

  test('a link that a person has removed is not made again, unless a person makes it', async () => {
    const admin = await asAdmin(app);
    const number = newNumber();
    const { id } = await enterContainer(admin, { name: number });
    const file = await uploadOne(admin, `${number}.txt`, `text with ${number}`);
    assert.equal((await admin.call(calls.unlink, { id, file_id: file.id })).status, 204);
    await extractStored(app);
    await rename(admin, file.id, 'other.txt');
    await rename(admin, file.id, `${number} again.txt`);
    await renumber(admin, id, newOrder());
    await replaceContent(admin, file.id, `more ${number}`);
    await extractStored(app);
    assert.deepEqual(await linksOf(admin, id), []);
    await admin.call(calls.link, { id, file_ids: [file.id] });
    await rename(admin, file.id, 'without a number.txt');
    await replaceContent(admin, file.id, 'no number');
    await extractStored(app);
    assert.deepEqual(await linksOf(admin, id), [[file.id, 'hand', null]]);
  });

  test('a container that is created or renumbered later is linked to the documents with its number, and to none with its old one', async () => {
    const admin = await asAdmin(app);
    const [old, order, booking] = [newOrder(), newOrder(), newOrder()];
    const ofOld = await uploadOne(admin, `${old}.txt`);
    const ofOrder = await uploadOne(admin, 'invoice.txt', `invoice for ${order.replaceAll('-', ' ')}`);
    const ofBooking = await uploadOne(admin, `${booking.toLowerCase().replaceAll('-', '_')}.txt`);
    await extractStored(app);
    const { id } = await enterContainer(admin, { number: old });
    assert.deepEqual(await linkedIds(admin, id), [ofOld.id]);
    await renumber(admin, id, order);
    assert.deepEqual(await linkedIds(admin, id), [ofOrder.id]);
    const events = (await admin.call(containersContract.history, { id })).body.events.slice(0, 2);
    assert.deepEqual(
      new Set(events.map(({ what, new_value }) => `${what} ${new_value}`)),
      new Set([`unlinked ${ofOld.filename}`, `linked ${ofOrder.filename}`]),
    );

    await renumber(admin, id, order, { booking_number: booking });
    assert.deepEqual(await linkedIds(admin, id), [ofBooking.id, ofOrder.id]);
  });

  test('an import links the papers of its containers, and its undo leaves them without a container', async () => {
    const admin = await asAdmin(app);
    const [first, second] = [newOrder(), newOrder()];
    const known = await enterContainer(admin, { number: first, name: 'Known chairs' });
    const papers = [await uploadOne(admin, `${second}.txt`), await uploadOne(admin, 'bl HLCU 7171-22.txt')];
    const rows = `Name;Order number;Expected date;Ex-factory date;Bill of lading
Known chairs;${first};2099-09-09;2099-08-08;HLCU717122
New chairs;${second};2099-09-09;2099-08-08;`;
    const { body: file } = await admin.call(importContract.read, {}, [{ name: 'list.csv', bytes: rows }]);
    const columns = file.sheets[0]?.columns.map(({ field }) => field) ?? [];
    const done = await admin.call(importContract.run, { id: file.id, sheet: 0, columns });
    assert.deepEqual([done.body.created, done.body.updated], [1, 1], done.raw.body);
    assert.deepEqual(await linkedIds(admin, known.id), [papers[1]?.id]);
    const [made] = (await admin.call(calls.containers, { id: papers[0]?.id as number })).body.containers;
    assert.equal(made?.name, 'New chairs');
    await admin.call(importContract.undo, { id: file.id });
    assert.deepEqual(await linkedIds(admin, known.id), []);
    assert.deepEqual((await admin.call(calls.containers, { id: papers[0]?.id as number })).body.containers, []);
  });

  test('a replaced file keeps its links until its new text is read; an earlier version brings them back', async () => {
    const admin = await asAdmin(app);
    const [first, second] = [newOrder(), newOrder()];
    const [one, other] = [
      await enterContainer(admin, { number: first }),
      await enterContainer(admin, { number: second }),
    ];
    const file = await uploadOne(admin, 'notes.txt', `about ${first}`);
    await extractStored(app);
    await replaceContent(admin, file.id, `about ${second}`);
    assert.deepEqual([await linkedIds(admin, one.id), await linkedIds(admin, other.id)], [[file.id], []]);
    await extractStored(app);
    assert.deepEqual([await linkedIds(admin, one.id), await linkedIds(admin, other.id)], [[], [file.id]]);
    const [version] = (await admin.call(versionsContract.list, { id: file.id })).body;
    await admin.call(versionsContract.restore, { id: file.id, version_id: version?.id as number });
    assert.deepEqual([await linkedIds(admin, one.id), await linkedIds(admin, other.id)], [[file.id], []]);
    await replaceContent(admin, file.id, '\0\x01\x02 not a text');
    await extractStored(app);
    assert.deepEqual(await linkedIds(admin, one.id), []);
  });

  test('a second file with the same content is linked at once', async () => {
    const admin = await asAdmin(app);
    const order = newOrder();
    const { id } = await enterContainer(admin, { number: order });
    const first = await uploadOne(admin, 'first.txt', `about ${order}`);
    await extractStored(app);
    const second = await uploadOne(admin, 'second.txt', `about ${order}`);
    assert.equal(await blobKeyOf(app, second.id), await blobKeyOf(app, first.id));
    assert.deepEqual(await linkedIds(admin, id), [second.id, first.id]);
  });

  test('a container in the trash finds the papers of that time when it is restored', async () => {
    const admin = await asAdmin(app);
    const order = newOrder();
    const { id } = await enterContainer(admin, { number: order });
    await admin.call(containersContract.remove, { id });
    const file = await uploadOne(admin, `${order}.txt`);
    assert.deepEqual((await admin.call(calls.containers, { id: file.id })).body, { containers: [] });
    await admin.call(containersContract.restore, { id });
    assert.deepEqual(await linkedIds(admin, id), [file.id]);
    await admin.call(filesContract.remove, { id: file.id });
    assert.deepEqual(await linkedIds(admin, id), []);
  });

  test('a container number links a document to the container of its voyage, an order number to its container for ever', async () => {
    const admin = await asAdmin(app);
    const [number, order] = [newNumber(), newOrder()];
    const began = app.now();
    const first = await enterContainer(admin, { name: number, number: order });
    const early = await uploadOne(admin, `${number} early.txt`);
    await changeStatus(admin, first.id, 'Received');
    await changeStatus(admin, first.id, 'Departed');
    app.setNow(new Date(began.getTime() + 30 * dayMs));
    const soon = await uploadOne(await asAdmin(app), `${number} soon.txt`);
    app.setNow(new Date(began.getTime() + 200 * dayMs));
    const voyages = await asAdmin(app);
    const second = await enterContainer(voyages, { name: number });
    const late = await uploadOne(voyages, `${number} late.txt`);
    const ofOrder = await uploadOne(voyages, `${order}.txt`);
    assert.deepEqual(await linkedIds(voyages, first.id), [ofOrder.id, soon.id, early.id]);
    assert.deepEqual(await linkedIds(voyages, second.id), [late.id, soon.id]);
    const undone = { ids: [first.id], status: 'Received' as const };
    assert.equal((await voyages.call(bulkContract.change, undone)).status, 200);
    assert.deepEqual(await linkedIds(voyages, first.id), [ofOrder.id, late.id, soon.id, early.id]);
    app.setNow(began);
  });
});

test('everything is linked again after the numbers are lost, as in a restored backup', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const admin = await asAdmin(app);
  const [number, order] = [newNumber(), newOrder()];
  const { id } = await enterContainer(admin, { name: number, number: order });
  const byName = await uploadOne(admin, `${number}.txt`);
  const byText = await uploadOne(admin, 'order.txt', `order ${order}`);
  const removed = await uploadOne(admin, `${order}.txt`);
  await extractStored(app);
  await admin.call(calls.unlink, { id, file_id: removed.id });
  const before = await linksOf(admin, id);
  assert.deepEqual(
    before.map(([file]) => file),
    [byText.id, byName.id],
  );
  const { db } = app.ctx;
  for (const table of ['container_numbers', 'file_references', 'content_references', 'extractions'] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom('settings').where('name', 'in', ['numbers_indexed', 'read_by']).execute();
  const { signal } = new AbortController();
  await indexStored(app.ctx, signal);
  assert.deepEqual(await linksOf(admin, id), before);
  await extractStored(app);
  assert.deepEqual(await linksOf(admin, id), before);
  await db.deleteFrom('container_files').where('file_id', '<>', removed.id).execute();
  await db.deleteFrom('settings').where('name', '=', 'numbers_indexed').execute();
  await indexStored(app.ctx, signal);
  assert.deepEqual(await linksOf(admin, id), before);
});

describe('both sides of a link by number are shown by right', () => {
  const app: TestApp = useTestApp();
  for (const viewer of teamViewers)
    test(`${viewer.who}: ${viewer.sees ? 'seen' : 'hidden'}`, async () => {
      const admin = await asAdmin(app);
      const team = await makeTeam(app);
      const order = newOrder();
      const uploader = await signedInAs(app, { role: 3, team });
      const file = await uploadOne(uploader.visitor, 'bill of lading.txt', `order ${order}`);
      await extractStored(app);
      const container = await enterContainer(admin, { number: order });
      const { visitor, id } = await signedInAsViewer(app, viewer, team);
      const { sees } = viewer;
      const shown = (await visitor.call(calls.files, { id: container.id })).body;
      assert.deepEqual([shown.files.map((one) => one.id), shown.found], sees ? [[file.id], 1] : [[], 0]);
      const [event] = (await visitor.call(containersContract.history, { id: container.id })).body.events;
      assert.deepEqual([event?.what, event?.new_value], sees ? ['linked', file.filename] : ['created', 'Not Received']);

      const own = await makeTeam(app);
      await app.ctx.db.insertInto('team_viewers').values({ user_id: id, team_id: own }).execute();
      await app.ctx.db.updateTable('files').set({ team_id: own }).where('id', '=', file.id).execute();
      await app.ctx.db.updateTable('containers').set({ team_id: team }).where('id', '=', container.id).execute();
      const { body } = await visitor.call(calls.containers, { id: file.id });
      assert.deepEqual(
        body.containers.map((one) => one.id),
        sees ? [container.id] : [],
      );
      const activity = (await visitor.call(versionsContract.history, { id: file.id })).body;
      const linked = activity.find(({ what }) => what === 'linked');
      assert.equal(linked?.new_value?.includes(container.name), sees || undefined);
    });
});
