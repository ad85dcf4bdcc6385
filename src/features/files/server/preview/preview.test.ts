import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { previewsContract } from '#features/files/preview/preview.contract.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import { extractStored } from '#tests/extraction.ts';
import { asAdmin, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { formOf, lineAt } from '#tests/pdf-files.ts';
import { storedIn } from '#tests/storage.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { deletePendingBlobs } from '../trash/trash.service.ts';

const hourMs = 60 * 60 * 1000;

/** Returns a picture of one colour; `claims` is the size in its header. */
function pngOf(width: number, height: number, { shade = 120, claims = [width, height] } = {}): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(8 + body.length);
    framed.writeUInt32BE(data.length);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), 4 + body.length);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claims[0] as number, 0);
  header.writeUInt32BE(claims[1] as number, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, shade);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const empty = Buffer.alloc(0);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', empty)]);
}

const storedBlobs = ({ ctx }: TestApp) => storedIn(ctx.config).keys();

describe('thumbnails', () => {
  const app = useTestApp();

  /** Returns an uploader of a new team, an administrator, and what the administrator sees. */
  const inNewTeam = async () => {
    const admin = await asAdmin(app);
    const { visitor: uploader } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    return {
      admin,
      uploader,
      sent: async (name: string, bytes: Buffer) => (await upload(uploader, 1, { name, bytes }))[0] as File,
      stateOf: async ({ id }: File) => (await admin.call(previewsContract.state, { id })).body,
      thumbnail: ({ id }: File, headers = {}) =>
        admin.send({ method: 'GET', url: `/api/files/${id}/thumbnail`, headers }),
    };
  };

  test('a picture has a thumbnail after extraction, lists say so, and equal content is extracted once', async () => {
    const { admin, uploader, sent, stateOf, thumbnail } = await inNewTeam();
    const listed = async (search: string) =>
      (await admin.call(filesContract.overview, { search })).body.groups.flatMap((group) => group.files);
    const file = await sent('crane.png', pngOf(900, 300));
    assert.deepEqual(await stateOf(file), { state: 'waiting', has_thumbnail: false, has_page: false });
    assert.equal((await thumbnail(file)).statusCode, 404);
    assert.equal((await listed('crane'))[0]?.has_thumbnail, undefined);
    await extractStored(app);
    assert.deepEqual(await stateOf(file), { state: 'made', has_thumbnail: true, has_page: false });
    const answer = await thumbnail(file);
    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'image/webp']);
    assert.equal(answer.rawPayload.toString('latin1', 8, 12), 'WEBP');
    const etag = String(answer.headers['etag']);
    assert.equal((await thumbnail(file, { 'if-none-match': etag })).statusCode, 304);
    assert.equal((await listed('crane'))[0]?.has_thumbnail, true);
    const [group] = (await uploader.call(filesContract.overview, {})).body.groups;
    const { files } = (await admin.call(filesContract.group, { group_id: Number(group?.id) })).body;
    assert.equal(files.find((one) => one.id === file.id)?.has_thumbnail, true);

    const blobs = (await storedBlobs(app)).length;
    const duplicate = await sent('the same crane.png', pngOf(900, 300));
    assert.equal((await stateOf(duplicate)).state, 'made');
    await extractStored(app);
    assert.equal((await storedBlobs(app)).length, blobs);
  });

  test('a picture that is broken or too large has no thumbnail, but can be downloaded', async () => {
    const { admin, sent, stateOf, thumbnail } = await inNewTeam();
    const whole = pngOf(600, 600);
    const broken = await sent('broken.png', whole.subarray(0, whole.length - 60));
    const giant = await sent('giant.png', pngOf(10, 10, { claims: [60_000, 60_000] }));
    const fine = await sent('fine.png', pngOf(5, 5));
    await extractStored(app);
    assert.equal((await stateOf(broken)).state, 'failed');
    assert.equal((await stateOf(giant)).state, 'failed');
    assert.equal((await stateOf(fine)).state, 'made');
    assert.equal((await thumbnail(giant)).statusCode, 404);
    const download = await admin.send({ method: 'GET', url: `/storage/${broken.filepath}?download=1` });
    assert.deepEqual(download.rawPayload, whole.subarray(0, whole.length - 60));
  });

  test('a PDF has a thumbnail of its first page', async () => {
    const { sent, stateOf, thumbnail } = await inNewTeam();
    const written = await sent('notice.pdf', formOf(lineAt(60, 700, 'Arrival notice')));
    const empty = await sent('empty.pdf', formOf(''));
    const damaged = await sent('cut.pdf', Buffer.from('%PDF-1.4 cut'));
    await extractStored(app);
    assert.deepEqual(await stateOf(written), { state: 'made', has_thumbnail: true, has_page: false });
    const bytes = async (file: File) => (await thumbnail(file)).rawPayload;
    assert.equal((await bytes(written)).toString('latin1', 8, 12), 'WEBP');
    assert.notDeepEqual(await bytes(written), await bytes(empty));
    assert.equal((await thumbnail(damaged)).statusCode, 404);
  });

  test('a drawing that can contain scripts has no thumbnail', async () => {
    const { sent, stateOf, thumbnail } = await inNewTeam();
    const drawing = await sent('logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await extractStored(app);
    assert.equal((await stateOf(drawing)).has_thumbnail, false);
    assert.equal((await thumbnail(drawing)).statusCode, 404);
  });

  test('a replaced file has a new thumbnail; deletion for good deletes the thumbnail', async () => {
    const { admin, uploader, sent, thumbnail } = await inNewTeam();
    const before = (await storedBlobs(app)).length;
    const file = await sent('door.png', pngOf(20, 20, { shade: 7 }));
    await extractStored(app);
    const first = (await thumbnail(file)).rawPayload;
    const change = { id: file.id, _method: 'PUT' } as const;
    await uploader.call(filesContract.update, change, [{ name: 'door.png', bytes: pngOf(20, 20, { shade: 200 }) }]);
    await extractStored(app);
    assert.notDeepEqual((await thumbnail(file)).rawPayload, first);
    assert.equal((await storedBlobs(app)).length, before + 4);
    await admin.call(filesContract.remove, { id: file.id });
    assert.equal((await thumbnail(file)).statusCode, 404);
    await admin.call(trashContract.remove, { id: file.id });
    // The blob of a derived file is deleted one run after the blob of its source.
    for (const hours of [2, 4]) {
      app.setNow(new Date(Date.now() + hours * hourMs));
      await deletePendingBlobs(app.ctx);
    }
    assert.equal((await storedBlobs(app)).length, before);
    app.setNow(new Date());
  });

  test('a damaged or lost thumbnail is created again', async () => {
    const { sent, stateOf, thumbnail } = await inNewTeam();
    const before = new Set(await storedBlobs(app));
    const file = await sent('hook.png', pngOf(30, 30, { shade: 44 }));
    const content = (await storedBlobs(app)).find((key) => !before.has(key));
    await extractStored(app);
    const derived = (await storedBlobs(app)).find((key) => !before.has(key) && key !== content);
    await storedIn(app.ctx.config).write(String(derived), 'ten signs.');
    assert.equal((await thumbnail(file)).statusCode, 404);
    assert.equal((await stateOf(file)).state, 'waiting');
    await extractStored(app);
    assert.equal((await thumbnail(file)).statusCode, 200);
  });

  test('content that crashes the extraction worker is tried once more, then no longer', async () => {
    const { sent, stateOf } = await inNewTeam();
    const file = await sent('sling.png', pngOf(3000, 3000, { shade: 9 }));
    for (const [state, minutes] of [
      ['waiting', 5],
      ['failed', 10],
    ] as const) {
      await extractStored(app, { endsItsWorker: true });
      assert.equal((await stateOf(file)).state, state);
      app.setNow(new Date(Date.now() + minutes * 60_000));
    }
    await extractStored(app);
    assert.equal((await stateOf(file)).state, 'failed');
    app.setNow(new Date());
  });

  test('files stored before extraction existed are extracted too', async () => {
    const { sent, stateOf } = await inNewTeam();
    const file = await sent('rope.png', pngOf(40, 40, { shade: 61 }));
    await app.ctx.db.deleteFrom('extractions').execute();
    await app.ctx.db.deleteFrom('settings').where('name', '=', 'read_by').execute();
    assert.equal((await stateOf(file)).state, 'none');
    await extractStored(app);
    assert.equal((await stateOf(file)).state, 'made');
  });
});

describe('the page of a document', () => {
  const app = useTestApp();

  test('has its moments in the language and the time zone of the reader', async () => {
    const admin = await asAdmin(app);
    const mail = 'Subject: Berth\r\nDate: Fri, 1 May 2026 23:30:00 +0200\r\n\r\nQuay 7';
    const [file] = await upload(admin, 1, { name: 'berth.eml', bytes: Buffer.from(mail) });
    await extractStored(app);
    const pageFor = (query: string) => admin.send({ method: 'GET', url: `/api/files/${file?.id}/page?of=x${query}` });
    assert.match((await pageFor('')).body, />Fri, 01 May 2026 21:30:00 GMT<\/time>/);
    const page = await pageFor('&language=de-DE&time_zone=Asia/Tokyo');
    assert.match(page.body, /title="Fri, 1 May 2026 23:30:00 \+0200">Sa., 2. Mai 2026[^<]* 06:30/);
    assert.notEqual(page.headers['etag'], (await pageFor('')).headers['etag']);
    assert.equal((await pageFor('&time_zone=Nowhere')).statusCode, 422);
  });
});
