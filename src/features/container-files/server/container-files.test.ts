import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { deleteExpiredContainers } from '#features/containers/server/core/container-trash.queries.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { selectionContract } from '#features/files/list/selection.contract.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import { dayMs } from '#shared/calendar.ts';
import { containersOf } from '#tests/containers.ts';
import { extractStored } from '#tests/extraction.ts';
import { readFixture } from '#tests/fixtures.ts';
import { asAdmin, makeTeam, replaceContent, signedInAs, upload } from '#tests/make.ts';
import { signedInAsViewer, teamViewers } from '#tests/team-viewers.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { containerFilesContract as calls } from '../container-files.contract.ts';

/** A container, and a file that a member of a team has uploaded. */
async function linkedPair(app: TestApp, { isLinked = true } = {}) {
  const admin = await asAdmin(app);
  const team = await makeTeam(app);
  const uploader = await signedInAs(app, { role: 3, team });
  const [file] = await upload(uploader.visitor, 1, { name: 'bill of lading.txt' });
  const container = await containersOf(app, () => admin).make();
  if (!file) throw new Error('not uploaded');
  if (isLinked) {
    const answer = await admin.call(calls.link, { id: container.id, file_ids: [file.id] });
    assert.deepEqual(answer.body, { linked: 1 }, answer.raw.body);
  }
  return { admin, team, uploader, file, container };
}

const shownOf = async (visitor: Visitor, id: number) => {
  const { files } = (await visitor.call(calls.files, { id })).body;
  return files.map((file) => file.id);
};
const containerIdsOf = async (visitor: Visitor, id: number) =>
  (await visitor.call(calls.containers, { id })).body.containers.map((container) => container.id);

describe('links between containers and files', () => {
  const app = useTestApp();

  test('a link is listed on both sides, in both histories and in the audit log', async () => {
    const { admin, uploader, file, container } = await linkedPair(app);
    const { body } = await admin.call(calls.files, { id: container.id });
    assert.deepEqual([body.found, body.next], [1, null]);
    const [link] = body.files;
    assert.deepEqual(
      [link?.id, link?.filename, link?.how, link?.found, link?.linked_by?.id],
      [file.id, file.filename, 'hand', null, 1],
    );
    assert.equal((await admin.call(calls.link, { id: container.id, file_ids: [file.id] })).body.linked, 0);
    const unlink = await uploader.visitor.call(calls.unlink, { id: container.id, file_id: file.id });
    assert.equal(unlink.status, 204);
    assert.deepEqual(await shownOf(admin, container.id), []);
    const again = await admin.call(calls.unlink, { id: container.id, file_id: file.id });
    assert.deepEqual([again.status, again.failure.code], [404, 'container.file_not_linked']);
    const history = (await admin.call(containersContract.history, { id: container.id })).body.events;
    assert.deepEqual(
      history.slice(0, 2).map(({ what, new_value }) => [what, new_value]),
      [
        ['unlinked', file.filename],
        ['linked', file.filename],
      ],
    );
    const activity = (await admin.call(versionsContract.history, { id: file.id })).body;
    const linkEvents = activity.filter(({ what }) => what === 'linked' || what === 'unlinked');
    assert.ok(
      linkEvents.every(({ new_value }) => new_value?.includes(container.name)),
      JSON.stringify(linkEvents),
    );
    assert.equal(linkEvents.length, 2);
    const audited = await app.ctx.db
      .selectFrom('audit_entries')
      .select('act')
      .where('thing_id', '=', file.id)
      .where('act', 'in', ['file.linked', 'file.unlinked'])
      .orderBy('id')
      .execute();
    assert.deepEqual(
      audited.map(({ act }) => act),
      ['file.linked', 'file.unlinked'],
    );
  });

  test('role 3 links and unlinks only own files', async () => {
    const { team, file, container, uploader } = await linkedPair(app, { isLinked: false });
    const colleague = await signedInAs(app, { role: 3, team });
    const input = { id: container.id, file_ids: [file.id] };
    const refused = await colleague.visitor.call(calls.link, input);
    assert.deepEqual([refused.status, refused.failure.code], [403, 'file.not_owner']);
    assert.equal((await uploader.visitor.call(calls.link, input)).body.linked, 1);
    const unlink = { id: container.id, file_id: file.id };
    assert.equal((await colleague.visitor.call(calls.unlink, unlink)).status, 403);
  });

  test('files come page by page, newest first', async () => {
    const { admin, uploader, file, container } = await linkedPair(app);
    const more = await upload(uploader.visitor, 1, { name: 'a.txt' }, { name: 'b.txt' });
    await admin.call(calls.link, { id: container.id, file_ids: more.map(({ id }) => id) });
    const ids = [file, ...more].map(({ id }) => id).toReversed();
    const first = (await admin.call(calls.files, { id: container.id, limit: 2 })).body;
    assert.deepEqual([first.files.map(({ id }) => id), first.next, first.found], [ids.slice(0, 2), ids[1], 3]);
    const { body } = await admin.call(calls.files, { id: container.id, after: first.next ?? 0, limit: 2 });
    assert.deepEqual([body.files.map(({ id }) => id), body.next], [ids.slice(2), null]);
  });

  test('the list says which files have a thumbnail', async () => {
    const { admin, uploader, container } = await linkedPair(app);
    const [photo] = await upload(uploader.visitor, 1, { name: 'damage.png', bytes: readFixture('damage-report.png') });
    await admin.call(calls.link, { id: container.id, file_ids: [Number(photo?.id)] });
    await extractStored(app);
    const { files } = (await admin.call(calls.files, { id: container.id })).body;
    assert.deepEqual(
      files.map(({ has_thumbnail }) => has_thumbnail),
      [true, undefined],
    );
  });

  test('a link outlives the trash of the file, its move and its new content', async () => {
    const { admin, file, container } = await linkedPair(app);
    await replaceContent(admin, file.id, 'new content');
    const other = await makeTeam(app);
    await admin.call(selectionContract.move, { ids: [file.id], team_id: other });
    assert.deepEqual(await shownOf(admin, container.id), [file.id]);
    await admin.call(filesContract.remove, { id: file.id });
    assert.deepEqual(await shownOf(admin, container.id), []);
    await admin.call(trashContract.restore, { id: file.id });
    assert.deepEqual(await shownOf(admin, container.id), [file.id]);
    await admin.call(filesContract.remove, { id: file.id });
    await admin.call(trashContract.remove, { id: file.id });
    assert.deepEqual(await shownOf(admin, container.id), []);
    const [event] = (await admin.call(containersContract.history, { id: container.id })).body.events;
    assert.deepEqual([event?.what, event?.new_value], ['linked', null]);
  });

  test('a link outlives the trash of the container, and ends when the container is deleted for good', async () => {
    const { admin, file, container } = await linkedPair(app);
    await admin.call(containersContract.remove, { id: container.id });
    assert.deepEqual(await containerIdsOf(admin, file.id), []);
    await admin.call(containersContract.restore, { id: container.id });
    assert.deepEqual(await containerIdsOf(admin, file.id), [container.id]);
    await admin.call(containersContract.remove, { id: container.id });
    const later = new Date(app.now().getTime() + dayMs).toISOString();
    await app.ctx.db.transaction().execute((tx) => deleteExpiredContainers(tx, later, 10));
    const rest = app.ctx.db.selectFrom('container_files').selectAll().where('file_id', '=', file.id);
    assert.deepEqual(await rest.execute(), []);
  });

  test('two simultaneous links of one file make one link with one event', async () => {
    const { admin, file, container } = await linkedPair(app, { isLinked: false });
    const link = () => admin.call(calls.link, { id: container.id, file_ids: [file.id] });
    const answers = await Promise.all([link(), link()]);
    assert.deepEqual(answers.map(({ body }) => body.linked).toSorted(), [0, 1]);
    const { events } = (await admin.call(containersContract.history, { id: container.id })).body;
    assert.equal(events.filter(({ what }) => what === 'linked').length, 1);
  });
});

describe('both sides of a link are shown by right', () => {
  const app = useTestApp();
  for (const viewer of teamViewers)
    test(`${viewer.who}: ${viewer.sees ? 'seen' : 'hidden'}`, async () => {
      const { admin, team, file, container } = await linkedPair(app);
      const { visitor, id } = await signedInAsViewer(app, viewer, team);
      const { sees } = viewer;
      assert.deepEqual(await shownOf(visitor, container.id), sees ? [file.id] : []);
      const [event] = (await visitor.call(containersContract.history, { id: container.id })).body.events;
      assert.deepEqual([event?.what, event?.new_value], sees ? ['linked', file.filename] : ['created', 'Not Received']);
      assert.equal((await visitor.call(calls.containers, { id: file.id })).status, sees ? 200 : 404);
      const input = { id: container.id, file_ids: [file.id] };
      assert.equal((await visitor.call(calls.link, input)).status, sees ? (viewer.role === 3 ? 403 : 200) : 404);

      const ofTeam = { ...container, version: undefined, team_id: team };
      assert.equal((await admin.call(containersContract.update, ofTeam)).status, 200);
      const own = await makeTeam(app);
      await app.ctx.db.insertInto('team_viewers').values({ user_id: id, team_id: own }).execute();
      await app.ctx.db.updateTable('files').set({ team_id: own }).where('id', '=', file.id).execute();
      assert.deepEqual(await containerIdsOf(visitor, file.id), sees ? [container.id] : []);
      assert.equal((await visitor.call(calls.files, { id: container.id })).status, sees ? 200 : 404);
      const activity = (await visitor.call(versionsContract.history, { id: file.id })).body;
      const linked = activity.find(({ what }) => what === 'linked');
      assert.equal(linked?.new_value?.includes(container.name), sees || undefined);
      assert.equal((await visitor.call(calls.link, input)).status, sees ? (viewer.role === 3 ? 403 : 200) : 404);
      const unlinked = await visitor.call(calls.unlink, { id: container.id, file_id: file.id });
      assert.equal(unlinked.status, sees ? (viewer.role === 3 ? 403 : 204) : 404);
    });
});
