import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { uploadsContract } from '#features/files/upload/resumable-upload.contract.ts';
import { typeProposalsContract } from '#features/files/upload/type-proposals.contract.ts';
import { productModules } from '#shared/product-modules.ts';
import { followAudit } from '#tests/audit.ts';
import { containersOf } from '#tests/containers.ts';
import { asAdmin, countBlobs, makeFileType, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { signedInAsViewer, teamViewers } from '#tests/team-viewers.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { announce, sendPiece } from '#tests/tus.ts';
import type { Visitor } from '#tests/visitor.ts';

const paper = (name = 'bill of lading.txt') => [{ name, bytes: `content of ${name}` }];

/** A container of a team. */
async function teamContainer(app: TestApp) {
  const admin = await asAdmin(app);
  const team = await makeTeam(app);
  const container = await containersOf(app, () => admin).make();
  const given = await admin.call(containersContract.update, { ...container, version: undefined, team_id: team });
  assert.equal(given.status, 200, given.raw.body);
  return { admin, team, container };
}

const uploadTo = (visitor: Visitor, target: { team_id?: number; container_id?: number }, name?: string) =>
  visitor.call(filesContract.upload, { file_type_id: 1, ...target }, paper(name));

describe('an upload to a container', () => {
  const app = useTestApp();

  for (const viewer of teamViewers)
    test(`${viewer.who}: ${viewer.sees ? 'stored and linked' : 'refused'}`, async () => {
      const { admin, team, container } = await teamContainer(app);
      const { visitor, id } = await signedInAsViewer(app, viewer, team);
      const before = await countBlobs(app);
      const written = followAudit(app.ctx);
      await written();
      const answer = await uploadTo(visitor, { team_id: team, container_id: container.id });
      if (!viewer.sees) {
        const code = viewer.of === 'none' ? 'file.no_team' : 'file.move_denied';
        assert.deepEqual([answer.status, answer.failure.code], [422, code]);
        const own = await uploadTo(visitor, { container_id: container.id });
        assert.deepEqual(
          [own.status, own.failure.code],
          viewer.of === 'none' ? [422, 'file.no_team'] : [404, 'container.not_found'],
        );
        assert.equal(await countBlobs(app), before);
        return;
      }
      assert.equal(answer.status, 201, answer.raw.body);
      const [file] = answer.body.files;
      assert.deepEqual([answer.body.linked, file?.team_id], [true, team]);
      const { files } = (await admin.call(containerFilesContract.files, { id: container.id })).body;
      assert.deepEqual(
        files.map((one) => [one.id, one.how, one.linked_by?.id]),
        [[file?.id, 'hand', id]],
      );
      const [event] = (await admin.call(containersContract.history, { id: container.id })).body.events;
      assert.deepEqual([event?.what, event?.new_value], ['linked', 'bill of lading.txt']);
      const activity = (await visitor.call(versionsContract.history, { id: file?.id ?? 0 })).body;
      // Both have the same time, and the newest comes first.
      assert.deepEqual(
        activity.map(({ what }) => what),
        ['linked', 'uploaded'],
      );
      assert.ok(activity[0]?.new_value?.includes(container.name));
      const acts = (await written()).map(({ act }) => act);
      assert.deepEqual(acts, ['file.uploaded', 'file.linked']);
    });

  test('without the module of containers it is refused before its first byte, and an unknown team too', async () => {
    const { admin, team, container } = await teamContainer(app);
    const { visitor } = await signedInAs(app, { role: 3, team });
    const module = await app.ctx.db
      .selectFrom('modules')
      .select('id')
      .where('name', '=', productModules.containers)
      .executeTakeFirstOrThrow();
    const allow = (can_view: 0 | 1) =>
      app.ctx.db
        .updateTable('permissions')
        .set({ can_view })
        .where('module_id', '=', module.id)
        .where('role_id', '=', 3)
        .execute();
    await allow(0);
    const denied = await uploadTo(visitor, { container_id: container.id });
    const announced = await announce(visitor, {
      filename: 'a.bin',
      file_type_id: 1,
      size: 5,
      container_id: container.id,
    });
    await allow(1);
    assert.deepEqual([denied.status, denied.failure.code], [403, 'permission.denied']);
    assert.equal(announced.statusCode, 403);
    const unknown = await uploadTo(admin, { team_id: 999_999 });
    assert.deepEqual([unknown.status, unknown.failure.code], [422, 'team.unknown']);
    const rows = app.ctx.db.selectFrom('files').select('id').where('team_id', '=', team);
    assert.deepEqual(await rows.execute(), []);
  });

  test('a file with the number of its container gets one link, by hand, and one entry in the history', async () => {
    const { admin, container } = await teamContainer(app);
    const name = `${container.container_no} list.txt`;
    const { body } = await uploadTo(admin, { container_id: container.id }, name);
    const [link] = (await admin.call(containerFilesContract.files, { id: container.id })).body.files;
    assert.deepEqual([link?.id, link?.how], [body.files[0]?.id, 'hand']);
    const { events } = (await admin.call(containersContract.history, { id: container.id })).body;
    const links = events.filter(({ what }) => what === 'linked');
    assert.deepEqual(
      links.map((event) => [event.new_value, event.user_name]),
      [[name, link?.linked_by?.name]],
    );
    await admin.call(filesContract.update, { id: link?.id ?? 0, _method: 'PUT', filename: 'list.txt' }, []);
    assert.equal((await admin.call(containerFilesContract.files, { id: container.id })).body.found, 1);
  });

  test('a resumable upload is linked with its last byte', async () => {
    const { admin, team, container } = await teamContainer(app);
    const url = await begin(admin, { team_id: team, container_id: container.id });
    assert.deepEqual((await admin.call(containerFilesContract.files, { id: container.id })).body.found, 0);
    assert.equal((await sendPiece(admin, url, 0, Buffer.from('bytes'))).statusCode, 204);
    const { body } = await admin.call(uploadsContract.file, { id: url.slice(-22) });
    assert.deepEqual([body.linked, body.files[0]?.team_id], [true, team]);
    const { files } = (await admin.call(containerFilesContract.files, { id: container.id })).body;
    assert.deepEqual(
      files.map((file) => file.id),
      body.files.map((file) => file.id),
    );
  });

  test('if the container moves to the trash meanwhile, the file is stored and the response says that it is not linked', async () => {
    const { admin, container } = await teamContainer(app);
    const url = await begin(admin, { container_id: container.id });
    await admin.call(containersContract.remove, { id: container.id });
    assert.equal((await sendPiece(admin, url, 0, Buffer.from('bytes'))).statusCode, 204);
    const { body } = await admin.call(uploadsContract.file, { id: url.slice(-22) });
    assert.deepEqual([body.linked, body.files.length], [false, 1]);
    const after = await begin(admin, { container_id: container.id }).catch((error: Error) => error.message);
    assert.match(after, /This container no longer exists/);
  });

  test('an upload without a container answers as before', async () => {
    const { body } = await uploadTo(await asAdmin(app), {});
    assert.deepEqual(Object.keys(body).toSorted(), ['duplicates', 'files']);
  });
});

async function begin(visitor: Visitor, target: { team_id?: number; container_id?: number }): Promise<string> {
  const answer = await announce(visitor, { filename: 'scan.bin', file_type_id: 1, size: 5, ...target });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return String(answer.headers.location);
}

describe('proposed types', () => {
  const app = useTestApp();

  test('follow the similar names that the caller may see', async () => {
    const team = await makeTeam(app);
    const { visitor } = await signedInAs(app, { role: 3, team });
    const { visitor: outsider } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const [lists, letters] = [await makeFileType(app), await makeFileType(app)];
    await upload(visitor, lists, ...['1', '2', '3'].map((number) => ({ name: `Packing list ${number}.pdf` })));
    await upload(visitor, letters, { name: 'Packing list, covering letter.pdf' }, { name: 'Unpacking listless.pdf' });
    const propose = async (who: Visitor, ...names: string[]) =>
      (await who.call(typeProposalsContract.propose, { names })).body.proposals;
    const expected = { file_type_id: lists, matching: 3, similar: 4 };
    assert.deepEqual(
      await propose(
        visitor,
        'PACKING-LIST_9.xlsx',
        'Jansen packing list.pdf',
        'IMG_0001.jpg',
        'covering.pdf',
        "x' \\ %_.pdf",
      ),
      [expected, expected, null, null, null],
    );
    assert.deepEqual(await propose(outsider, 'Packing list 9.pdf'), [null]);
  });
});
