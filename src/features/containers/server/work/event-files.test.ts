import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { followAudit } from '#tests/audit.ts';
import { containersOf, dayFromNow } from '#tests/containers.ts';
import { asAdmin, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { signedInAsViewer, teamViewers } from '#tests/team-viewers.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

/** A container with a linked file of a new team. */
async function withEvidence(app: TestApp) {
  const admin = await asAdmin(app);
  const team = await makeTeam(app);
  const uploader = await signedInAs(app, { role: 3, team });
  const container = await containersOf(app, () => admin).make();
  const { body } = await uploader.visitor.call(filesContract.upload, { file_type_id: 1, container_id: container.id }, [
    { name: 'carrier mail.txt', bytes: 'late' },
  ]);
  const [file] = body.files;
  if (!file) throw new Error('not uploaded');
  return { admin, team, uploader: uploader.visitor, id: container.id, file };
}

const newest = async (visitor: Visitor, id: number) => {
  const [event] = (await visitor.call(containersContract.history, { id })).body.events;
  return { what: event?.what, names: event?.files?.map(({ filename }) => filename) };
};

describe('documents of an entry of the history', () => {
  const app = useTestApp();

  test('a comment, both kinds of delay and a change of the status carry them', async () => {
    const { admin, id, file } = await withEvidence(app);
    const file_ids = [file.id, file.id];
    const names = [file.filename];
    const delayed = { status: 'Delayed', delay_reason: 'Storm', file_ids } as const;
    await admin.call(containerWorkContract.comment, { id, text: 'See the mail', file_ids });
    assert.deepEqual(await newest(admin, id), { what: 'comment', names });
    await admin.call(containersContract.changeStatus, { id, ...delayed });
    assert.deepEqual(await newest(admin, id), { what: 'delay_pfi', names });
    const new_date = dayFromNow(90);
    await admin.call(containerWorkContract.delay, { id, kind: 'ex_factory', reason: 'Storm', new_date, file_ids });
    const { events } = (await admin.call(containersContract.history, { id })).body;
    assert.deepEqual(
      events.slice(0, 2).map((event) => [event.what, event.files?.length]),
      [
        ['ex_factory_date', undefined],
        ['delay_ex_factory', 1],
      ],
    );
    const moved = await admin.call(containersContract.changeStatus, { id, status: 'Received', file_ids });
    assert.equal(moved.status, 200, moved.raw.body);
    assert.deepEqual(await newest(admin, id), { what: 'status', names });
  });

  test('a comment replaces the entry of the upload that its author has just made for it, and no other entry', async () => {
    const { admin, uploader, id, file } = await withEvidence(app);
    const linksIn = async () =>
      (await admin.call(containersContract.history, { id })).body.events.filter(({ what }) => what === 'linked').length;
    await admin.call(containerWorkContract.comment, { id, text: 'Not my upload', file_ids: [file.id] });
    assert.equal(await linksIn(), 1);
    app.setNow(new Date(app.now().getTime() + 2 * 3_600_000));
    await uploader.call(containerWorkContract.comment, { id, text: 'Long after', file_ids: [file.id] });
    assert.equal(await linksIn(), 1);
    const { body } = await uploader.call(filesContract.upload, { file_type_id: 1, container_id: id }, [
      { name: 'photo.jpg', bytes: 'picture' },
      { name: 'other.jpg', bytes: 'other picture' },
    ]);
    assert.equal(await linksIn(), 3);
    await uploader.call(containerWorkContract.comment, { id, text: 'Damaged', file_ids: [body.files[0]?.id ?? 0] });
    assert.deepEqual(await newest(admin, id), { what: 'comment', names: ['photo.jpg'] });
    assert.equal(await linksIn(), 2);
  });

  for (const viewer of teamViewers)
    test(`${viewer.who}: ${viewer.sees ? 'named' : 'neither named nor counted, and not attached'}`, async () => {
      const { admin, team, id, file } = await withEvidence(app);
      const { visitor } = await signedInAsViewer(app, viewer, team);
      await admin.call(containerWorkContract.comment, { id, text: 'See the mail', file_ids: [file.id] });
      const names = viewer.sees ? [file.filename] : undefined;
      assert.deepEqual(await newest(visitor, id), { what: 'comment', names });
      const own = await visitor.call(containerWorkContract.comment, { id, text: 'Mine', file_ids: [file.id] });
      assert.equal(own.status, viewer.sees ? 201 : 404);
      if (!viewer.sees) assert.equal((await newest(admin, id)).what, 'comment', 'nothing was written');
    });

  test('an entry without documents gets them later, each document once and at most 20', async () => {
    const { admin, uploader, id, file } = await withEvidence(app);
    await admin.call(containersContract.changeStatus, { id, status: 'Received' });
    const audit = followAudit(app.ctx);
    await audit();
    const [entry] = (await admin.call(containersContract.history, { id })).body.events;
    const event_id = Number(entry?.id);
    const add = (file_ids: number[], more = {}, visitor = admin) =>
      visitor.call(containerWorkContract.addDocuments, { id, event_id, file_ids, ...more });
    assert.deepEqual((await add([file.id, file.id])).body, { added: 1 });
    assert.deepEqual((await add([file.id])).body, { added: 0 });
    assert.deepEqual(await newest(admin, id), { what: 'status', names: [file.filename] });
    assert.deepEqual(
      (await audit()).map(({ act, detail }) => [act, detail]),
      [['container.documents_added', 'Marked Received']],
    );
    const created = (await admin.call(containersContract.history, { id })).body.events.at(-1);
    const [other] = await upload(admin, 1, { name: 'other.txt' });
    const elsewhere = await containersOf(app, () => admin).make();
    const refusals: [Awaited<ReturnType<typeof add>>, string][] = [
      [await add([Number(other?.id)]), 'container.file_not_linked'],
      [await add([file.id], { event_id: created?.id }), 'container.event_not_found'],
      [await add([file.id], { id: elsewhere.id }), 'container.event_not_found'],
      [await add([file.id], {}, uploader), 'permission.denied'],
    ];
    for (const [answer, code] of refusals) assert.equal(answer.failure.code, code);
    const more = await upload(
      admin,
      1,
      ...Array.from({ length: 20 }, (_, index) => ({ name: `photo ${index}.txt`, bytes: `photo ${index}` })),
    );
    const file_ids = more.map((one) => one.id);
    await admin.call(containerFilesContract.link, { id, file_ids });
    assert.equal((await add(file_ids)).failure.code, 'container.too_many_documents');
    assert.deepEqual((await add(file_ids.slice(1))).body, { added: 19 });
  });

  test('a file that is not linked is refused, and nothing is written', async () => {
    const { admin, id, file } = await withEvidence(app);
    const [other] = await upload(admin, 1, { name: 'other.txt' });
    const count = async () => (await admin.call(containersContract.history, { id })).body.events.length;
    const before = await count();
    for (const file_ids of [[other?.id ?? 0], [file.id, 999_999]]) {
      const answer = await admin.call(containersContract.changeStatus, { id, status: 'Received', file_ids });
      assert.deepEqual([answer.status, answer.failure.code], [404, 'container.file_not_linked']);
    }
    const many = Array.from({ length: 21 }, (_, index) => index + 1);
    const refused = await admin.call(containerWorkContract.comment, { id, text: 'x', file_ids: many });
    assert.equal(refused.status, 422);
    assert.equal(await count(), before);
    assert.equal((await admin.call(containersContract.find, { id })).body.status_name, 'Not Received');
  });

  test('an unlinked document stays evidence, one in the trash is left out', async () => {
    const { admin, uploader, id, file } = await withEvidence(app);
    await uploader.call(containerWorkContract.comment, { id, text: 'See the mail', file_ids: [file.id] });
    await uploader.call(containerFilesContract.unlink, { id, file_id: file.id });
    const comment = async () => {
      const { events } = (await admin.call(containersContract.history, { id })).body;
      return events.find(({ what }) => what === 'comment')?.files?.length;
    };
    assert.equal(await comment(), 1);
    await admin.call(filesContract.remove, { id: file.id });
    assert.equal(await comment(), undefined);
  });
});
