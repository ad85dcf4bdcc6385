import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { previewsContract } from '#features/files/preview.contract.ts';
import { trashContract } from '#features/files/trash.contract.ts';
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
import { openTestApp, useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { deletePendingBlobs } from './trash.service.ts';

test('files with equal content', async (t) => {
  const app = useTestApp();
  let admin!: Visitor;

  await t.test('share one blob with a file that the uploader may see, and the response names that file', async () => {
    admin = await asAdmin(app);
    const team = await makeTeam(app);
    const ana = await signedInAs(app, { role: 3, team });
    const send = async (visitor: Visitor, ...files: { name: string; bytes: string }[]) =>
      (await visitor.call(filesContract.upload, { file_type_id: 1 }, files)).body;
    const first = await send(ana.visitor, { name: 'a.txt', bytes: 'same' }, { name: 'b.txt', bytes: 'same' });
    assert.deepEqual([await countBlobs(app), first.duplicates], [1, []]);
    const again = await send(ana.visitor, { name: 'c.txt', bytes: 'other' }, { name: 'd.txt', bytes: 'same' });
    const [one] = first.files as [File];
    const duplicate = { id: one.id, filename: 'a.txt', filepath: one.filepath };
    assert.deepEqual(again.duplicates, [{ id: again.files[1]?.id, of: duplicate }]);
    const stranger = await signedInAs(app, { role: 3, team: 1 });
    const theirs = await send(stranger.visitor, { name: 'e.txt', bytes: 'same' });
    assert.deepEqual(theirs.duplicates, [], 'the response must not name a file that the uploader may not see');
    assert.equal(await countBlobs(app), 3, 'a file that the uploader may not see shares nothing');
    for (const file of [...first.files, ...again.files.slice(1), ...theirs.files])
      assert.equal(await readContent(admin, file), 'same');
  });

  await t.test('keep their blob until the last of them is deleted for good', async () => {
    const files = (await admin.call(filesContract.overview, { search: '.txt' })).body.groups.flatMap(
      (group) => group.files,
    );
    const same = files.filter(({ size }) => size === 4);
    for (const file of same) {
      assert.equal(await readContent(admin, file), 'same');
      await admin.call(filesContract.remove, { id: file.id });
      await admin.call(trashContract.remove, { id: file.id });
      app.setNow(new Date(app.now().getTime() + 2 * 60 * 60 * 1000));
      admin = await asAdmin(app);
      await deletePendingBlobs(app.ctx);
    }
    assert.equal(await countBlobs(app), 1);
  });

  await t.test('do not share a damaged blob: the new bytes are stored', async () => {
    const [old] = (await upload(admin, 1, { name: 'old', bytes: 'precious' })) as [File];
    await storedIn(app.ctx.config).write(await blobKeyOf(app, old.id), 'Precious');
    const [fresh] = (await upload(admin, 1, { name: 'fresh', bytes: 'precious' })) as [File];
    assert.equal(await readContent(admin, fresh), 'precious');
    await replaceContent(admin, old.id, 'precious');
    assert.equal(await readContent(admin, old), 'precious');
  });
});

const inSeconds = (at: string) => Math.floor(Date.parse(at) / 1000) * 1000;

test('an upload reveals nothing about a file with equal content that the uploader may not see', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const ana = await signedInAs(app, { role: 3, team: await makeTeam(app) });
  const bo = await signedInAs(app, { role: 3, team: await makeTeam(app) });
  const bytes = String.raw`{\rtf1\ansi Notice of termination\par}`;
  const send = async ({ visitor }: typeof ana, name: string) => (await upload(visitor, 1, { name, bytes }))[0] as File;
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

test('a preview page contains no file name, so that files with equal content can share it', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
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
