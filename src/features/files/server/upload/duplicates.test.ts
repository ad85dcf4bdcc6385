import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { previewsContract } from '#features/files/preview/preview.contract.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import { extractStored } from '#tests/extraction.ts';
import {
  asAdmin,
  blobKeyOf,
  countBlobs,
  makeTeam,
  readContent,
  replaceContent,
  signedInAs,
  upload,
} from '#tests/make.ts';
import { storedIn } from '#tests/storage.ts';
import { randomName, useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { insertFiles } from '../core/files.queries.ts';
import { deletePendingBlobs } from '../trash/trash.service.ts';

const inSeconds = (at: string) => Math.floor(Date.parse(at) / 1000) * 1000;

describe('files with equal content', () => {
  const app = useTestApp();

  test('share one blob, if the uploader may see both, until the last of them is deleted for good', async () => {
    let admin = await asAdmin(app);
    const before = await countBlobs(app);
    const addedBlobs = async () => (await countBlobs(app)) - before;
    const team = await makeTeam(app);
    const ana = await signedInAs(app, { role: 3, team });
    const send = async (visitor: Visitor, ...files: { name: string; bytes: string }[]) =>
      (await visitor.call(filesContract.upload, { file_type_id: 1 }, files)).body;
    const first = await send(ana.visitor, { name: 'a.txt', bytes: 'same' }, { name: 'b.txt', bytes: 'same' });
    assert.deepEqual([await addedBlobs(), first.duplicates], [1, []]);
    const again = await send(ana.visitor, { name: 'c.txt', bytes: 'other' }, { name: 'd.txt', bytes: 'same' });
    const [one] = first.files as [File];
    const duplicate = { id: one.id, filename: 'a.txt', filepath: one.filepath };
    assert.deepEqual(
      again.duplicates,
      [{ id: again.files[1]?.id, of: duplicate }],
      'the response names the other file',
    );
    const stranger = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const theirs = await send(stranger.visitor, { name: 'e.txt', bytes: 'same' });
    assert.deepEqual(theirs.duplicates, [], 'the response must not name a file that the uploader may not see');
    assert.equal(await addedBlobs(), 3, 'a file that the uploader may not see shares nothing');

    for (const file of [...first.files, ...again.files.slice(1), ...theirs.files]) {
      assert.equal(await readContent(admin, file), 'same');
      await admin.call(filesContract.remove, { id: file.id });
      await admin.call(trashContract.remove, { id: file.id });
      app.setNow(new Date(app.now().getTime() + 2 * 60 * 60 * 1000));
      admin = await asAdmin(app);
      await deletePendingBlobs(app.ctx);
    }
    assert.equal(await addedBlobs(), 1);
  });

  test('are found beside a content that is stored a thousand times', async () => {
    const admin = await asAdmin(app);
    const [logo] = (await upload(admin, 1, { name: 'logo.txt', bytes: 'logo' })) as [File];
    const stored = await app.ctx.db
      .selectFrom('files')
      .select(['sha256', 'blob_key', 'media_type', 'size', 'team_id', 'file_type_id', 'user_id', 'uploaded_at'])
      .where('id', '=', logo.id)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 1_000 }, (_, index) => ({
      ...stored,
      filename: `logo ${index}.txt`,
      folder: null,
      filepath: randomName(),
    }));
    await app.ctx.db.transaction().execute(async (tx) => {
      for (let first = 0; first < copies.length; first += 100) await insertFiles(tx, copies.slice(first, first + 100));
    });
    const [contract] = (await upload(admin, 1, { name: 'contract.txt', bytes: 'contract' })) as [File];
    const { files, duplicates } = (
      await admin.call(filesContract.upload, { file_type_id: 1 }, [
        { name: 'a.txt', bytes: 'logo' },
        { name: 'b.txt', bytes: 'contract' },
      ])
    ).body;
    assert.deepEqual(
      duplicates.map(({ id, of }) => [id, of.id]),
      [
        [files[0]?.id, logo.id],
        [files[1]?.id, contract.id],
      ],
    );
  });

  test('do not share a damaged blob: the new bytes are stored', async () => {
    const admin = await asAdmin(app);
    const [old] = (await upload(admin, 1, { name: 'old', bytes: 'precious' })) as [File];
    await storedIn(app.ctx.config).write(await blobKeyOf(app, old.id), 'Precious');
    const [fresh] = (await upload(admin, 1, { name: 'fresh', bytes: 'precious' })) as [File];
    assert.equal(await readContent(admin, fresh), 'precious');
    await replaceContent(admin, old.id, 'precious');
    assert.equal(await readContent(admin, old), 'precious');
  });

  test('reveal nothing to an uploader who may not see the other file', async () => {
    const ana = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const bo = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const bytes = String.raw`{\rtf1\ansi Notice of termination\par}`;
    const send = async ({ visitor }: typeof ana, name: string) =>
      (await upload(visitor, 1, { name, bytes }))[0] as File;
    const see = async ({ visitor }: typeof ana, { id }: File) => ({
      state: (await visitor.call(previewsContract.state, { id })).body,
      page: await visitor.send({ method: 'GET', url: `/api/files/${id}/page` }),
    });
    const waiting = { state: 'waiting', has_thumbnail: false, has_page: false };

    const first = await send(ana, 'Dismissal of Dora Miller.rtf');
    await extractStored(app);
    assert.equal((await see(ana, first)).state.state, 'made');
    app.setNow(new Date(app.now().getTime() + 60_000));
    const second = await send(bo, 'form.rtf');
    const before = await see(bo, second);
    assert.deepEqual([before.state, before.page.statusCode], [waiting, 404]);

    await extractStored(app);
    const { page } = await see(bo, second);
    assert.match(page.body, /Notice of termination/);
    assert.doesNotMatch(`${page.body}${JSON.stringify(page.headers)}`, /Dora/);
    assert.equal(Date.parse(String(page.headers['last-modified'])), inSeconds(second.uploaded_at));
    assert.notEqual(await blobKeyOf(app, first.id), await blobKeyOf(app, second.id));
  });

  test('share a preview page, because it contains no file name', async () => {
    const { visitor } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const bytes = String.raw`{\rtf1\ansi Agenda\par}`;
    await upload(visitor, 1, { name: 'Secret merger.rtf', bytes });
    await extractStored(app);
    app.setNow(new Date(app.now().getTime() + 60_000));
    const [second] = (await upload(visitor, 1, { name: 'agenda.rtf', bytes })) as [File];
    const page = await visitor.send({ method: 'GET', url: `/api/files/${second.id}/page` });
    assert.match(page.body, /<title>Preview<\/title>/);
    assert.doesNotMatch(page.body, /merger/);
    assert.equal(Date.parse(String(page.headers['last-modified'])), inSeconds(second.uploaded_at));
  });
});
