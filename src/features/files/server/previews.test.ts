import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { previewsContract } from '#features/files/previews.contract.ts';
import { trashContract } from '#features/files/trash.contract.ts';
import { asAdmin, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { readStored, readerArguments } from '#tests/readings.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { sweepDoomedBlobs } from './trash.service.ts';

const hourMs = 60 * 60 * 1000;

/** A picture of one colour; `claims` is the size that its header tells of. */
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

const storedBlobs = async ({ dataDir }: TestApp) =>
  (await readdir(join(dataDir, 'blobs'), { recursive: true })).filter((path) => /[0-9a-f]{32}$/.test(path));

test('thumbnails', async (t) => {
  const app = useTestApp();
  let admin!: Visitor;
  let uploader!: Visitor;

  const stateOf = async ({ id }: { id: number }) => (await admin.call(previewsContract.state, { id })).body;
  const thumbnail = ({ id }: { id: number }, headers = {}) =>
    admin.send({ method: 'GET', url: `/api/files/${id}/thumbnail`, headers });
  const sent = async (name: string, bytes: Buffer) => (await upload(uploader, 1, { name, bytes }))[0] as File;
  const listed = async (search: string) =>
    (await admin.call(filesContract.overview, { search })).body.groups.flatMap((group) => group.files);

  await t.test('a picture has one once it was read, for the list and for the eye', async () => {
    admin = await asAdmin(app);
    ({ visitor: uploader } = await signedInAs(app, { role: 3, team: await makeTeam(app) }));
    const file = await sent('crane.png', pngOf(900, 300));
    assert.deepEqual(await stateOf(file), { state: 'waiting', has_thumbnail: false, has_page: false });
    assert.equal((await thumbnail(file)).statusCode, 404);
    assert.equal((await listed('crane'))[0]?.has_thumbnail, undefined);
    await readStored(app);
    assert.deepEqual(await stateOf(file), { state: 'made', has_thumbnail: true, has_page: false });
    const answer = await thumbnail(file);
    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'image/webp']);
    assert.equal(answer.rawPayload.toString('latin1', 8, 12), 'WEBP');
    const etag = String(answer.headers['etag']);
    assert.equal((await thumbnail(file, { 'if-none-match': etag })).statusCode, 304);
    assert.equal((await listed('crane'))[0]?.has_thumbnail, true);
    const [group] = (await admin.call(filesContract.overview, {})).body.groups;
    const { files } = (await admin.call(filesContract.group, { group_id: Number(group?.id) })).body;
    assert.equal(files.find((one) => one.id === file.id)?.has_thumbnail, true);
  });

  await t.test('the same content is read once', async () => {
    const blobs = (await storedBlobs(app)).length;
    const twin = await sent('the same crane.png', pngOf(900, 300));
    assert.equal((await stateOf(twin)).state, 'made');
    await readStored(app);
    assert.equal((await storedBlobs(app)).length, blobs);
  });

  await t.test('what is broken or too large loses its thumbnail and nothing else', async () => {
    const whole = pngOf(600, 600);
    const broken = await sent('broken.png', whole.subarray(0, whole.length - 60));
    const giant = await sent('giant.png', pngOf(10, 10, { claims: [60_000, 60_000] }));
    const fine = await sent('fine.png', pngOf(5, 5));
    await readStored(app);
    assert.equal((await stateOf(broken)).state, 'failed');
    assert.equal((await stateOf(giant)).state, 'failed');
    assert.equal((await stateOf(fine)).state, 'made');
    assert.equal((await thumbnail(giant)).statusCode, 404);
    const download = await admin.send({ method: 'GET', url: `/storage/${broken.filepath}?download=1` });
    assert.deepEqual(download.rawPayload, whole.subarray(0, whole.length - 60));
  });

  await t.test('a drawing that could run has none', async () => {
    const drawing = await sent('logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await readStored(app);
    assert.equal((await stateOf(drawing)).has_thumbnail, false);
    assert.equal((await thumbnail(drawing)).statusCode, 404);
  });

  await t.test('a replaced file has the new one; what is deleted for good takes its own along', async () => {
    const before = (await storedBlobs(app)).length;
    const file = await sent('door.png', pngOf(20, 20, { shade: 7 }));
    await readStored(app);
    const first = (await thumbnail(file)).rawPayload;
    const change = { id: file.id, _method: 'PUT' } as const;
    await uploader.call(filesContract.update, change, [{ name: 'door.png', bytes: pngOf(20, 20, { shade: 200 }) }]);
    await readStored(app);
    assert.notDeepEqual((await thumbnail(file)).rawPayload, first);
    assert.equal((await storedBlobs(app)).length, before + 4);
    await admin.call(filesContract.remove, { id: file.id });
    assert.equal((await thumbnail(file)).statusCode, 404);
    await admin.call(trashContract.remove, { id: file.id });
    // The bytes of what was made go a round after the bytes they were made of.
    for (const hours of [2, 4]) {
      app.setNow(new Date(Date.now() + hours * hourMs));
      await sweepDoomedBlobs(app.parts);
    }
    assert.equal((await storedBlobs(app)).length, before);
    app.setNow(new Date());
  });

  await t.test('one that is damaged or lost is made again', async () => {
    const before = new Set(await storedBlobs(app));
    const file = await sent('hook.png', pngOf(30, 30, { shade: 44 }));
    const content = (await storedBlobs(app)).find((path) => !before.has(path));
    await readStored(app);
    const made = (await storedBlobs(app)).find((path) => !before.has(path) && path !== content);
    await truncate(join(app.dataDir, 'blobs', String(made)), 10);
    assert.equal((await thumbnail(file)).statusCode, 404);
    assert.equal((await stateOf(file)).state, 'waiting');
    await readStored(app);
    assert.equal((await thumbnail(file)).statusCode, 200);
  });

  await t.test('a content that ends its reader is tried once more, and then left alone', async () => {
    const file = await sent('sling.png', pngOf(3000, 3000, { shade: 9 }));
    for (const [state, minutes] of [
      ['waiting', 5],
      ['failed', 10],
    ] as const) {
      await readStored(app, { endsItsReader: true });
      assert.equal((await stateOf(file)).state, state);
      app.setNow(new Date(Date.now() + minutes * 60_000));
    }
    await readStored(app);
    assert.equal((await stateOf(file)).state, 'failed');
    app.setNow(new Date());
  });

  await t.test('what was stored before there was a reader is read as well', async () => {
    const file = await sent('rope.png', pngOf(40, 40, { shade: 61 }));
    await app.parts.db.deleteFrom('readings').execute();
    await app.parts.db.deleteFrom('settings').where('name', '=', 'read_by').execute();
    assert.equal((await stateOf(file)).state, 'none');
    await readStored(app);
    assert.equal((await stateOf(file)).state, 'made');
  });
});

test('a reader can do nothing but read what it is given', async (t) => {
  const attempts = {
    'read a file': `fs.readFileSync('/etc/hostname')`,
    'write a file': `fs.writeFileSync('/tmp/written-by-a-reader', 'x')`,
    'start a program': `child_process.spawnSync('true')`,
    'connect to somebody': `net.connect(80, '127.0.0.1')`,
  };
  for (const [what, code] of Object.entries(attempts)) {
    await t.test(what, async () => {
      const modules = `const [fs, child_process, net] = ['fs', 'child_process', 'net'].map((name) => require('node:' + name));`;
      const script = `process.on('uncaughtException', (error) => console.log(error.code)); ${modules} ${code}`;
      const { stdout } = await promisify(execFile)(process.execPath, [...readerArguments, '--eval', script]);
      assert.equal(stdout.trim(), 'ERR_ACCESS_DENIED');
    });
  }
});
