import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { ownDeletionMs } from '#features/files/core/files.rules.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { selectionContract } from '#features/files/list/selection.contract.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import { asAdmin, makeFileType, makeTeam, readContent, signedInAs, upload } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

describe('what a user of role 3 uploaded', () => {
  const app = useTestApp();
  /** Two colleagues of a new team, and two files that one of them has just uploaded. */
  const start = async () => {
    const team = await makeTeam(app);
    const [uploader, colleague] = [
      await signedInAs(app, { role: 3, team, name: 'Ulf Uploader' }),
      await signedInAs(app, { role: 3, team, name: 'Cy Colleague' }),
    ];
    const [file, other] = (await upload(uploader.visitor, 1, { name: 'a.txt' }, { name: 'b.txt' })) as [File, File];
    return { uploader: uploader.visitor, colleague: colleague.visitor, file, other, ids: [file.id, other.id] };
  };
  const age = ({ id }: File, ms: number) =>
    app.ctx.db
      .updateTable('files')
      .set({ uploaded_at: new Date(app.now().getTime() - ms).toISOString() })
      .where('id', '=', id)
      .execute();
  const statusOf = async (visitor: Visitor, { id }: File) =>
    (await visitor.call(versionsContract.details, { id })).status;

  test('goes to the trash and back by its uploader, within 24 hours', async () => {
    const { uploader, colleague, file } = await start();
    assert.equal((await colleague.call(filesContract.remove, { id: file.id })).status, 403);
    await age(file, ownDeletionMs - 60_000);
    assert.equal((await uploader.call(filesContract.remove, { id: file.id })).status, 204);
    assert.equal(await statusOf(uploader, file), 404);
    assert.equal((await colleague.call(trashContract.restore, { id: file.id })).status, 403);
    assert.equal((await uploader.call(trashContract.restore, { id: file.id })).status, 200);
    const events = (await uploader.call(versionsContract.history, { id: file.id })).body;
    assert.deepEqual(events.map(({ what, user }) => [what, user?.name]).toSorted(), [
      ['restored', 'Ulf Uploader'],
      ['trashed', 'Ulf Uploader'],
      ['uploaded', 'Ulf Uploader'],
    ]);
  });

  test('cannot be deleted by its uploader after 24 hours, nor restored after a manager has deleted it', async () => {
    const { uploader, file, other, ids } = await start();
    await age(file, ownDeletionMs);
    const late = await uploader.call(filesContract.remove, { id: file.id });
    assert.deepEqual([late.status, late.failure.code], [403, 'file.not_owner']);
    assert.match(late.failure.message, /within the last 24 hours\. Ask a manager/);
    assert.equal((await uploader.call(selectionContract.trash, { ids })).status, 403);
    assert.equal(await statusOf(uploader, other), 200, 'a refused selection deletes nothing');
    assert.equal((await (await asAdmin(app)).call(selectionContract.trash, { ids })).status, 200);
    assert.equal((await uploader.call(selectionContract.restore, { ids })).status, 403);
    assert.equal((await uploader.call(trashContract.restore, { id: other.id })).status, 403);
    assert.equal((await uploader.call(trashContract.remove, { id: other.id })).status, 403);
  });

  test('goes to the trash and back as a selection', async () => {
    const { uploader, colleague, ids } = await start();
    assert.equal((await colleague.call(selectionContract.trash, { ids })).status, 403);
    assert.deepEqual((await uploader.call(selectionContract.trash, { ids })).body, { changed: 2 });
    assert.deepEqual((await uploader.call(selectionContract.restore, { ids })).body, { changed: 2 });
  });

  test('gets another type by its uploader at any time, and no other team', async () => {
    const { uploader, colleague, file, ids } = await start();
    const type = await makeFileType(app);
    await age(file, 400 * ownDeletionMs);
    assert.equal((await colleague.call(selectionContract.changeType, { ids, file_type_id: type })).status, 403);
    assert.deepEqual((await uploader.call(selectionContract.changeType, { ids, file_type_id: type })).body, {
      changed: 2,
    });
    assert.equal((await uploader.call(selectionContract.move, { ids, team_id: file.team_id })).status, 403);
  });
});

describe('the activity of a file', () => {
  const app = useTestApp();

  test('names who opened and who downloaded it, to roles 1 and 2 and its uploader', async () => {
    const team = await makeTeam(app);
    const [uploader, colleague, manager] = [
      await signedInAs(app, { role: 3, team, name: 'Ulf' }),
      await signedInAs(app, { role: 3, team, name: 'Cy' }),
      await signedInAs(app, { role: 2, team, name: 'Mia' }),
    ];
    const [file] = (await upload(uploader.visitor, 1, { name: 'plan.txt', bytes: 'plan' })) as [File];
    const [unopened] = (await upload(uploader.visitor, 1, { name: 'other.txt' })) as [File];
    for (let again = 0; again < 3; again += 1) await readContent(colleague.visitor, file);
    app.setNow(new Date(app.now().getTime() + 3_600_000));
    await readContent(colleague.visitor, file);
    await readContent(manager.visitor, file, '?download=1');
    await colleague.visitor.send({ method: 'GET', url: `/api/files/${unopened.id}/thumbnail` });
    const seen = async (visitor: Visitor, { id }: File) =>
      (await visitor.call(versionsContract.history, { id })).body.map(({ what, user }) => `${user?.name} ${what}`);
    const all = ['Cy viewed', 'Mia downloaded', 'Ulf uploaded'];
    assert.deepEqual((await seen(uploader.visitor, file)).toSorted(), all);
    assert.deepEqual((await seen(manager.visitor, file)).toSorted(), all);
    assert.deepEqual(await seen(colleague.visitor, file), ['Ulf uploaded']);
    assert.deepEqual(await seen(uploader.visitor, unopened), ['Ulf uploaded']);
    const events = (await uploader.visitor.call(versionsContract.history, { id: file.id })).body;
    const viewed = events.find(({ what }) => what === 'viewed')?.happened_at ?? '';
    assert.ok(Date.parse(viewed) - Date.parse(file.uploaded_at) > 1_800_000, 'the last time counts');
  });
});
