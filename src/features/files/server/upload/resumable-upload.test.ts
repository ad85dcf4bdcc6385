import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import { uploadsContract } from '#features/files/upload/resumable-upload.contract.ts';
import { minPieceBytes, maxUnfinished, maxUnfinishedLargest } from '#features/files/upload/resumable-upload.rules.ts';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import { makeFileType, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { credentialsOf } from '#tests/server-process.ts';
import { storedIn } from '#tests/storage.ts';
import { adminPassword, openTestApp, useTestApp } from '#tests/test-app.ts';
import { announce, askProgress, begin, pieceHeaders, sendPiece, tusRequest } from '#tests/tus.ts';
import { Visitor } from '#tests/visitor.ts';
import { removeEndedUploads } from './resumable-upload.service.ts';

const pieceSize = minPieceBytes;

describe('a resumable upload', () => {
  const app = useTestApp({ MAX_UPLOAD_BYTES: '2000000' });

  const idOf = (url: string) => url.slice(-22);
  const listed = async (who: Visitor) =>
    (await who.call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);
  const notices = async (who: Visitor) => (await who.call(notificationsContract.list, {})).body.length;
  const unfinished = async (who: Visitor) => (await who.call(uploadsContract.list, {})).body;
  const storedBlobs = async () => {
    const stored = storedIn(app.ctx.config);
    return [...(await stored.keys()), ...(await stored.stagedKeys())];
  };
  const fileOf = (who: Visitor, url: string) => who.call(uploadsContract.file, { id: idOf(url) });
  const download = async (who: Visitor, filepath = '') =>
    (await who.send({ method: 'GET', url: `/storage/${filepath}` })).rawPayload;
  const signIn = async () => (await signedInAs(app, { role: 3, team: await makeTeam(app) })).visitor;

  test('becomes the same file as an upload in one request, with one notification', async () => {
    const team = await makeTeam(app);
    const { visitor } = await signedInAs(app, { role: 3, team });
    const blobs = (await storedBlobs()).length;
    const { visitor: colleague } = await signedInAs(app, { role: 3, team });
    const bytes = randomBytes(2 * pieceSize + 1234);
    const modified_at = '2026-11-20T09:30:00.123Z';
    const begun = await announce(visitor, {
      filename: '../x/quay.bin',
      size: bytes.length,
      file_type_id: 1,
      modified_at,
    });
    assert.equal(begun.statusCode, 201);
    assert.match(String(begun.headers.location), /^\/api\/uploads\/[\w-]{22}$/);
    assert.ok(Date.parse(String(begun.headers['upload-expires'])) > Date.now());
    assert.equal(begun.headers['access-control-allow-origin'], undefined);
    const url = String(begun.headers.location);
    for (let start = 0; start < 2 * pieceSize; start += pieceSize) {
      const answer = await sendPiece(visitor, url, start, bytes.subarray(start, start + pieceSize));
      assert.deepEqual([answer.statusCode, answer.headers['upload-offset']], [204, String(start + pieceSize)]);
      assert.equal(await askProgress(visitor, url), start + pieceSize);
    }
    const [one, ...others] = await unfinished(visitor);
    assert.deepEqual(
      [one?.filename, one?.size, one?.received, one?.modified_at, others],
      ['quay.bin', bytes.length, 2 * pieceSize, modified_at, []],
    );
    assert.deepEqual(
      [await listed(visitor), (await fileOf(visitor, url)).status, await notices(colleague)],
      [[], 404, 0],
    );
    const last = await sendPiece(visitor, url, 2 * pieceSize, bytes.subarray(2 * pieceSize));
    assert.deepEqual([last.statusCode, last.headers['upload-offset']], [204, String(bytes.length)]);
    assert.equal(last.headers['upload-expires'], undefined);

    const [file] = await listed(visitor);
    assert.ok(file);
    assert.deepEqual([file.filename, file.size], ['quay.bin', bytes.length]);
    assert.ok((await download(visitor, file.filepath)).equals(bytes));
    assert.deepEqual((await fileOf(visitor, url)).body, { files: [file], duplicates: [] });
    assert.deepEqual([await unfinished(visitor), await notices(colleague)], [[], 1]);
    assert.equal((await storedBlobs()).length, blobs + 1, 'the blobs of the pieces must be deleted');
  });

  test('is finished once, also when the last response was lost', async () => {
    const visitor = await signIn();
    const url = await begin(visitor, 'once.bin', 5);
    assert.equal((await sendPiece(visitor, url, 0, Buffer.from('whole'))).statusCode, 204);
    assert.equal((await sendPiece(visitor, url, 0, Buffer.from('whole'))).statusCode, 409);
    assert.equal(await askProgress(visitor, url), 5);
    assert.equal((await sendPiece(visitor, url, 5, Buffer.alloc(0))).statusCode, 204);
    assert.equal((await fileOf(visitor, url)).body.files[0]?.filename, 'once.bin');
    assert.equal((await listed(visitor)).length, 1);
  });

  test('may be empty', async () => {
    const visitor = await signIn();
    const url = await begin(visitor, 'empty.bin', 0);
    assert.equal((await fileOf(visitor, url)).body.files[0]?.size, 0);
  });

  test('reports that its content is already stored', async () => {
    const visitor = await signIn();
    const [first] = await upload(visitor, 1, { name: 'first.bin', bytes: 'the same' });
    const url = await begin(visitor, 'second.bin', 8);
    await sendPiece(visitor, url, 0, Buffer.from('the same'));
    const { files, duplicates } = (await fileOf(visitor, url)).body;
    assert.deepEqual(
      duplicates.map((one) => [one.id, one.of.id, one.of.filename]),
      [[files[0]?.id, first?.id, 'first.bin']],
    );
  });

  test('continues only at its offset, with one request at a time', async () => {
    const visitor = await signIn();
    const bytes = randomBytes(3 * pieceSize);
    const url = await begin(visitor, 'two at once.bin', bytes.length);
    const first = () => sendPiece(visitor, url, 0, bytes.subarray(0, pieceSize));
    const statuses = (await Promise.all([first(), first(), first()])).map((answer) => answer.statusCode);
    assert.deepEqual(statuses.toSorted(), [204, 409, 409]);
    const gap = await sendPiece(visitor, url, 2 * pieceSize, bytes.subarray(2 * pieceSize));
    assert.deepEqual([gap.statusCode, gap.json().message.slice(0, 25)], [409, 'These bytes do not follow']);
    const small = await sendPiece(visitor, url, pieceSize, bytes.subarray(0, 1000));
    assert.deepEqual([small.statusCode, small.json().message.slice(0, 33)], [422, 'Send pieces of at least 256.00 KB']);
    const long = await sendPiece(visitor, url, pieceSize, Buffer.alloc(3 * pieceSize));
    assert.deepEqual(
      [long.statusCode, long.json().message],
      [413, 'More bytes were sent than the announced size of the upload.'],
    );
    assert.equal(await askProgress(visitor, url), pieceSize);
    await sendPiece(visitor, url, pieceSize, bytes.subarray(pieceSize));
    assert.ok((await download(visitor, (await fileOf(visitor, url)).body.files[0]?.filepath)).equals(bytes));
  });

  test('is refused before the first byte, with the same messages as any other upload', async () => {
    const visitor = await signIn();
    const create = (sender: Visitor, more = {}) =>
      announce(sender, { filename: 'x.bin', size: 5, file_type_id: 1, ...more });
    const refused = async (answer: Awaited<ReturnType<typeof create>>, status: number, sentence: RegExp) => {
      assert.equal(answer.statusCode, status, answer.body);
      assert.match(answer.json().message, sentence);
      assert.equal(answer.headers.location, undefined);
    };
    const { visitor: withoutTeam } = await signedInAs(app, { role: 3, team: null });
    await refused(await create(withoutTeam), 422, /do not belong to a team/);
    await refused(await create(visitor, { file_type_id: 999 }), 422, /file type no longer exists/);
    await refused(await create(visitor, { size: 2_000_001 }), 413, /"x.bin" is larger than the limit of 1.91 MB/);
    await refused(await create(visitor, { filename: 'x'.repeat(5000) }), 422, /./);
    await refused(await tusRequest(visitor, 'POST', '/api/uploads', { 'upload-length': '5' }), 422, /name of the file/);
    await refused(await tusRequest(visitor, 'POST', '/api/uploads'), 400, /not those of the tus protocol/);
    await refused(await visitor.send({ method: 'POST', url: '/api/uploads' }), 412, /Tus-Resumable/);
    const deferred = { 'upload-defer-length': '1', 'upload-concat': 'partial' };
    await refused(await tusRequest(visitor, 'POST', '/api/uploads', deferred), 400, /./);
    assert.deepEqual(await unfinished(visitor), []);
  });

  test('is refused beyond the maximum of unfinished uploads, until one is cancelled', async () => {
    const visitor = await signIn();
    const urls = [];
    for (let count = 0; count < maxUnfinished; count += 1)
      urls.push(await begin(visitor, `${count}.bin`, pieceSize + 5));
    const [first = ''] = urls;
    await sendPiece(visitor, first, 0, Buffer.alloc(pieceSize));
    const one = { filename: 'x', size: 5, file_type_id: 1 };
    const answer = await announce(visitor, one);
    assert.deepEqual(
      [answer.statusCode, answer.json().message.slice(0, 32)],
      [422, 'You have 50 unfinished uploads. '],
    );
    const before = (await storedBlobs()).length;
    assert.equal((await visitor.call(uploadsContract.remove, { id: idOf(first) })).status, 204);
    assert.equal((await storedBlobs()).length, before - 1);
    assert.equal((await sendPiece(visitor, first, pieceSize, Buffer.from('whole'))).statusCode, 404);
    assert.equal((await announce(visitor, one)).statusCode, 201);
  });

  test('is refused before the next byte if its file type was deleted', async () => {
    const visitor = await signIn();
    const type = await makeFileType(app);
    const begun = await announce(visitor, { filename: 'x.bin', size: 2 * pieceSize, file_type_id: type });
    const url = String(begun.headers.location);
    await app.ctx.db.deleteFrom('file_types').where('id', '=', type).execute();
    const answer = await sendPiece(visitor, url, 0, Buffer.alloc(pieceSize));
    assert.deepEqual([answer.statusCode, answer.json().message.slice(0, 14)], [422, 'This file type']);
  });

  // Without the timeout, the test would wait for as long as the server leaves the connection open.
  test('the rest of a refused piece is read, also if it arrives after the answer', { timeout: 60_000 }, async (t) => {
    const served = await openTestApp({ MAX_UPLOAD_BYTES: '20000000' });
    t.after(served.close);
    const { visitor } = await signedInAs(served, { role: 3, team: await makeTeam(served) });
    const url = await begin(visitor, 'x.bin', 16_000_000);
    await served.ctx.db.deleteFrom('file_types').where('id', '=', 1).execute();
    await served.app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((served.app.server.address() as AddressInfo).port, '127.0.0.1');
    t.after(() => socket.destroy());
    const answers = async (until: RegExp) => {
      let text = '';
      while (!until.test(text)) text += String((await once(socket, 'data'))[0]);
      return text;
    };
    const head = (method: string, headers: Record<string, string | number>) =>
      [
        `${method} ${url} HTTP/1.1`,
        ...Object.entries({ host: 'localhost', ...credentialsOf(visitor), ...headers }).map((one) => one.join(': ')),
        '\r\n',
      ].join('\r\n');
    const piece = Buffer.alloc(8 * 1024 * 1024);
    socket.write(head('PATCH', { ...pieceHeaders(0), 'content-length': piece.length }));
    assert.match(await answers(/file_type\.unknown/), /^HTTP\/1\.1 422 /);
    socket.write(piece);
    socket.write(head('HEAD', { 'tus-resumable': '1.0.0' }));
    assert.match(await answers(/\r\n\r\n/), /^HTTP\/1\.1 200 [^]*upload-offset: 0\r\n/i);
  });

  test('a damaged piece and all later ones have to be sent again', async () => {
    const visitor = await signIn();
    const bytes = randomBytes(3 * pieceSize);
    const url = await begin(visitor, 'rotten.bin', bytes.length);
    for (const start of [0, pieceSize]) await sendPiece(visitor, url, start, bytes.subarray(start, start + pieceSize));
    const { blob_key: key } = await app.ctx.db
      .selectFrom('upload_pieces')
      .select('blob_key')
      .where('upload_id', '=', idOf(url))
      .where('start', '=', pieceSize)
      .executeTakeFirstOrThrow();
    await storedIn(app.ctx.config).write(key, Buffer.alloc(pieceSize, 'rot'));
    const broken = await sendPiece(visitor, url, 2 * pieceSize, bytes.subarray(2 * pieceSize));
    assert.equal(broken.statusCode, 409);
    assert.equal(await askProgress(visitor, url), pieceSize);
    await sendPiece(visitor, url, pieceSize, bytes.subarray(pieceSize));
    assert.ok((await download(visitor, (await fileOf(visitor, url)).body.files[0]?.filepath)).equals(bytes));
  });

  test('is deleted with its bytes a day after its last piece', async () => {
    const admin = new Visitor(app.app);
    await admin.signIn('admin@example.com', adminPassword, true);
    const url = await begin(admin, 'late.bin', 2 * pieceSize);
    const before = (await storedBlobs()).length;
    const hours = (count: number) => app.setNow(new Date(Date.now() + count * 60 * 60 * 1000));
    const began = app.now();
    hours(23);
    await sendPiece(admin, url, 0, Buffer.alloc(pieceSize));
    hours(46);
    assert.equal(await askProgress(admin, url), pieceSize);
    await removeEndedUploads(app.ctx);
    assert.equal((await storedBlobs()).length, before + 1);
    hours(48);
    assert.deepEqual(await unfinished(admin), []);
    assert.equal((await tusRequest(admin, 'HEAD', url)).statusCode, 404);
    assert.equal((await sendPiece(admin, url, pieceSize, Buffer.alloc(pieceSize))).statusCode, 404);
    await removeEndedUploads(app.ctx);
    assert.equal((await storedBlobs()).length, before);
    assert.equal((await app.ctx.db.selectFrom('uploads').selectAll().execute()).length, 0);
    app.setNow(began);
  });
});

test('unfinished uploads of one user are limited in number and in bytes, also when they start at once', async () => {
  const app = await openTestApp({ MAX_UPLOAD_BYTES: '2000000' });
  const { visitor } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
  const startMany = (count: number, size: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        announce(visitor, { filename: `${index}.bin`, size, file_type_id: 1 }),
      ),
    );
  const small = await startMany(maxUnfinished + 10, 5);
  assert.equal(small.filter(({ statusCode }) => statusCode === 201).length, maxUnfinished);
  for (const { id } of (await visitor.call(uploadsContract.list, {})).body)
    await visitor.call(uploadsContract.remove, { id });

  const large = await startMany(maxUnfinishedLargest + 2, 2_000_000);
  assert.equal(large.filter(({ statusCode }) => statusCode === 201).length, maxUnfinishedLargest);
  const refused = await announce(visitor, { filename: 'x.bin', size: 1, file_type_id: 1 });
  assert.deepEqual(
    [refused.statusCode, refused.json().code, refused.json().message],
    [
      429,
      'upload.too_many_unfinished_bytes',
      'Your unfinished uploads may have at most 19.07 MB together. Finish or discard some of them first.',
    ],
  );
  await app.close();
});
