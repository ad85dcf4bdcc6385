import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { File } from '#features/files/core/files.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { asAdmin, blobKeyOf, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { storedIn } from '#tests/storage.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const skip = process.env['STORAGE_URL'] === undefined && 'about a store in a bucket';

const download = (visitor: Visitor, { filepath }: File, headers: Record<string, string> = {}) =>
  visitor.send({ method: 'GET', url: `/storage/${filepath}?download=1`, headers });

const countOf = async (visitor: Visitor) => (await visitor.call(sessionContract.currentUser, {})).body.downloads_count;

describe('with DOWNLOAD_FROM_STORE a download', { skip }, () => {
  const app = useTestApp({ DOWNLOAD_FROM_STORE: 'yes' });
  const bytes = randomBytes(2 * 1024 * 1024);
  const setUp = async () => {
    const admin = await asAdmin(app);
    const [file] = (await upload(admin, 1, { name: 'Prüfung "é" 100%.html', bytes })) as [File];
    const addressOf = async (headers?: Record<string, string>) => {
      const answer = await download(admin, file, headers);
      assert.equal(answer.statusCode, 302, answer.body);
      return answer.headers.location as string;
    };
    return { admin, file, addressOf };
  };

  test('is fetched from the store, as an attachment with the name of the file', async () => {
    const { admin, file } = await setUp();
    const before = await countOf(admin);
    const { headers } = await download(admin, file);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers.etag, undefined);
    const fetched = await fetch(headers.location as string);
    assert.equal(fetched.status, 200);
    assert.deepEqual(Buffer.from(await fetched.arrayBuffer()), bytes);
    assert.equal(fetched.headers.get('content-type'), 'application/octet-stream');
    assert.equal(fetched.headers.get('cache-control'), 'private, no-store');
    assert.equal(
      fetched.headers.get('content-disposition'),
      `attachment; filename="Pr_fung ___ 100_.html"; filename*=UTF-8''Pr%C3%BCfung%20%22%C3%A9%22%20100%25.html`,
    );
    assert.equal(await countOf(admin), before + 1);
  });

  test('can have a range, and counts only if it contains the first byte', async () => {
    const { admin, file, addressOf } = await setUp();
    const before = await countOf(admin);
    const range = { range: 'bytes=1000-1999' };
    const fetched = await fetch(await addressOf(range), { headers: range });
    assert.equal(fetched.status, 206);
    assert.deepEqual(Buffer.from(await fetched.arrayBuffer()), bytes.subarray(1000, 2000));
    assert.equal((await download(admin, file, { range: 'bytes=99999999-' })).statusCode, 416);
    assert.equal(await countOf(admin), before);
  });

  test('has an address that is valid for this file only, and for a minute', async () => {
    const { admin, addressOf } = await setUp();
    const address = new URL(await addressOf());
    assert.equal(address.searchParams.get('X-Amz-Expires'), '60');
    const [other] = (await upload(admin, 1, { name: 'other', bytes: 'other' })) as [File];
    const elsewhere = new URL((await download(admin, other)).headers.location as string);
    elsewhere.search = address.search;
    assert.equal((await fetch(elsewhere)).status, 403);
    address.searchParams.set('X-Amz-Expires', '61');
    assert.equal((await fetch(address)).status, 403);
  });

  test('is refused to a user who may not see the file', async () => {
    const { file } = await setUp();
    const stranger = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    assert.equal((await download(stranger.visitor, file)).statusCode, 404);
    await stranger.visitor.send({ method: 'POST', url: '/api/logout' });
    assert.equal((await download(stranger.visitor, file)).statusCode, 401);
  });

  test('is not redirected for a client with a current copy, for a view, or for HEAD', async () => {
    const { admin, file } = await setUp();
    const url = `/storage/${file.filepath}`;
    const head = await admin.send({ method: 'HEAD', url: `${url}?download=1` });
    assert.equal(head.statusCode, 200);
    assert.equal((await download(admin, file, { 'if-none-match': String(head.headers.etag) })).statusCode, 304);
    const viewed = await admin.send({ method: 'GET', url });
    assert.equal(viewed.statusCode, 200);
    assert.match(String(viewed.headers['content-security-policy']), /^sandbox/);
  });

  test('is refused once the file is known to be damaged or missing', async () => {
    const { admin, file } = await setUp();
    const key = await blobKeyOf(app, file.id);
    const store = storedIn(app.ctx.config);
    await store.write(key, Buffer.concat([bytes.subarray(1), Buffer.from('x')]));
    // A view checks the hash and aborts the response if it is wrong.
    await admin.send({ method: 'GET', url: `/storage/${file.filepath}` }).catch(() => {});
    const refused = await download(admin, file);
    assert.equal(refused.statusCode, 500);
    assert.match(refused.body, /damaged/);
    await store.remove(key);
    assert.equal((await download(admin, file)).statusCode, 500);
  });
});

describe('DOWNLOAD_FROM_STORE can contain the public address of the store', { skip }, () => {
  const app = useTestApp({ DOWNLOAD_FROM_STORE: 'https://files-store.example.com' });
  test('and downloads are redirected there', async () => {
    const admin = await asAdmin(app);
    const [file] = (await upload(admin, 1, { name: 'tide.txt', bytes: 'tide' })) as [File];
    const { headers } = await download(admin, file);
    assert.match(String(headers.location), /^https:\/\/files-store\.example\.com\/stowage-tests\//);
  });
});
