import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { asAdmin, blobKeyOf, makeFileType, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { storedIn } from '#tests/storage.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { formOf } from '#tests/visitor.ts';
import type { Visitor } from '#tests/visitor.ts';

const blobsOf = async ({ ctx }: TestApp) => (await storedIn(ctx.config).keys()).length;
const stagedOf = async ({ ctx }: TestApp) => (await storedIn(ctx.config).stagedKeys()).length;

const listed = async (visitor: Visitor): Promise<File[]> =>
  (await visitor.call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);

const fetchFile = (visitor: Visitor, file: { filepath: string }, query = '', headers: Record<string, string> = {}) =>
  visitor.send({ method: 'GET', url: `/storage/${file.filepath}${query}`, headers });

describe('uploading', () => {
  const app = useTestApp();

  test('several files of one request are stored in the uploader’s team and downloaded unchanged', async () => {
    const team = await makeTeam(app);
    const type = await makeFileType(app);
    const person = await signedInAs(app, { role: 3, team });
    const large = randomBytes(3_000_000);
    const files = await upload(
      person.visitor,
      type,
      { name: 'small.txt', bytes: 'hello' },
      { name: 'large.bin', bytes: large },
      { name: 'empty', bytes: '' },
    );
    assert.deepEqual(
      files.map((file) => [file.filename, file.size, file.team_id, file.user_id, file.user?.name, file.file_type_id]),
      [
        ['small.txt', 5, team, person.id, person.name, type],
        ['large.bin', 3_000_000, team, person.id, person.name, type],
        ['empty', 0, team, person.id, person.name, type],
      ],
    );
    for (const file of files) assert.match(file.filepath, /^[A-Za-z0-9_-]{22}$/);
    const down = await fetchFile(person.visitor, files[1] as File);
    assert.ok(down.rawPayload.equals(large));
    assert.equal((await fetchFile(person.visitor, files[2] as File)).rawPayload.length, 0);
    assert.equal((await person.visitor.call(sessionContract.currentUser, {})).body.files_count, 3);
    assert.equal(await stagedOf(app), 0);
  });

  test('the order of fields and files in the form does not matter', async () => {
    const admin = await asAdmin(app);
    const sent = formOf({ file_type_id: 1 }, 'files[]', [{ name: 'a.txt', bytes: 'a' }], { fieldsFirst: true });
    const answer = await admin.send({ method: 'POST', url: '/api/upload', ...sent });
    assert.equal(answer.statusCode, 201);
  });

  test('two uploads with equal name and content are two files', async () => {
    const admin = await asAdmin(app);
    const [one, two] = await upload(
      admin,
      1,
      { name: 'duplicate.txt', bytes: 'same' },
      { name: 'duplicate.txt', bytes: 'same' },
    );
    await admin.call(filesContract.remove, { id: one?.id as number });
    assert.equal((await fetchFile(admin, two as File)).body, 'same');
  });

  test('a refused upload leaves no row and no bytes', async () => {
    const admin = await asAdmin(app);
    const before = [await blobsOf(app), (await listed(admin)).length];
    const file = { name: 'x.txt', bytes: 'x' };
    const refused = [
      await admin.call(filesContract.upload, { file_type_id: 999 }, [file]),
      await admin.call(filesContract.upload, { file_type_id: 'abc' }, [file]),
      await admin.call(filesContract.upload, {} as never, [file]),
      await admin.call(filesContract.upload, { file_type_id: 1 }, []),
    ];
    assert.deepEqual(
      refused.map((answer) => answer.status),
      [422, 422, 422, 422],
    );
    assert.deepEqual(
      refused.slice(1).map(({ failure }) => failure.message),
      ['Please select a file type', 'Please select a file type', 'Please select at least one file'],
    );
    assert.deepEqual([await blobsOf(app), (await listed(admin)).length, await stagedOf(app)], [...before, 0]);
  });

  test('more than 100 files, a broken form, and a missing form are refused as client errors', async () => {
    const admin = await asAdmin(app);
    const before = await blobsOf(app);
    const many = await admin.call(
      filesContract.upload,
      { file_type_id: 1 },
      Array.from({ length: 101 }, (_, one) => ({ name: `${one}`, bytes: 'x' })),
    );
    assert.equal(many.status, 422);
    assert.match(many.failure.message, /100/);
    const whole = formOf({ file_type_id: 1 }, 'files[]', [{ name: 'a', bytes: 'aaaa' }]);
    const cases: [string, Buffer | string, Record<string, string>, number][] = [
      ['cut', whole.payload.subarray(0, 120), whole.headers, 400],
      ['no boundary', whole.payload, { 'content-type': 'multipart/form-data' }, 400],
      ['another boundary', whole.payload, { 'content-type': 'multipart/form-data; boundary=other' }, 400],
      ['json', '{}', { 'content-type': 'application/json' }, 400],
      ['prototype field', formOf({ __proto__x: 1, constructor: '1' }, 'files[]', []).payload, whole.headers, 400],
    ];
    for (const [name, payload, headers, status] of cases) {
      const answer = await admin.send({ method: 'POST', url: '/api/upload', payload, headers });
      assert.equal(answer.statusCode, status, `${name}: ${answer.body}`);
      assert.ok(answer.json().message, name);
    }
    assert.deepEqual([await blobsOf(app), await stagedOf(app)], [before, 0]);
  });

  test('a client cannot choose owner, team or path', async () => {
    const admin = await asAdmin(app);
    const sent = formOf({ file_type_id: 1, user_id: 7, team_id: 9, filepath: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'files[]', [
      { name: 'a', bytes: 'a' },
    ]);
    const [file] = (await admin.send({ method: 'POST', url: '/api/upload', ...sent })).json().files;
    assert.deepEqual([file.user_id, file.team_id], [1, 1]);
    assert.notEqual(file.filepath, 'AAAAAAAAAAAAAAAAAAAAAA');
  });

  test('a user without a team is refused and referred to an administrator', async () => {
    const { visitor } = await signedInAs(app, { role: 2, team: null });
    const answer = await visitor.call(filesContract.upload, { file_type_id: 1 }, [{ name: 'a', bytes: 'a' }]);
    assert.equal(answer.status, 422);
    assert.match(answer.failure.message, /administrator/);
  });

  test('a user without the upload module cannot upload', async () => {
    const { visitor } = await signedInAs(app, { role: 3, team: 1 });
    const module = await app.ctx.db
      .selectFrom('modules')
      .select('id')
      .where('name', '=', 'Upload files module')
      .executeTakeFirstOrThrow();
    const setView = (can_view: number) =>
      app.ctx.db
        .updateTable('permissions')
        .set({ can_view })
        .where('module_id', '=', module.id)
        .where('role_id', '=', 3)
        .execute();
    await setView(0);
    assert.equal(
      (await visitor.call(filesContract.upload, { file_type_id: 1 }, [{ name: 'a', bytes: 'a' }])).status,
      403,
    );
    await setView(1);
    assert.equal(
      (await visitor.call(filesContract.upload, { file_type_id: 1 }, [{ name: 'a', bytes: 'a' }])).status,
      201,
    );
  });
});

test('a file that is too large is refused early, by its name, and leaves no bytes', async () => {
  const { openTestApp } = await import('#tests/test-app.ts');
  const app = await openTestApp({ MAX_UPLOAD_BYTES: '1000' });
  try {
    const admin = await asAdmin(app);
    const answer = await admin.call(filesContract.upload, { file_type_id: 1 }, [
      { name: 'fits.bin', bytes: Buffer.alloc(1000) },
      { name: 'too "large".bin', bytes: Buffer.alloc(200_000) },
    ]);
    assert.equal(answer.status, 413);
    assert.match(answer.failure.message, /too "large"\.bin/);
    assert.deepEqual([await blobsOf(app), await stagedOf(app), (await listed(admin)).length], [0, 0, 0]);
  } finally {
    await app.close();
  }
});

describe('viewing and downloading', () => {
  const app = useTestApp();
  let admin!: Visitor;
  // The tests only read this file.
  let file!: File;
  const bytes = randomBytes(2_000_000);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  before(async () => {
    admin = await asAdmin(app);
    [file] = (await upload(admin, 1, { name: 'données "final" €.bin', bytes })) as [File];
  });

  test('the whole file has the headers for caching and validation', async () => {
    const answer = await fetchFile(admin, file, '?download=1');
    assert.equal(answer.statusCode, 200);
    assert.ok(answer.rawPayload.equals(bytes));
    assert.equal(answer.headers['content-length'], '2000000');
    assert.equal(answer.headers['etag'], `"${sha256}"`);
    assert.equal(answer.headers['accept-ranges'], 'bytes');
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.match(String(answer.headers['content-security-policy']), /sandbox; default-src 'none'/);
    assert.equal(
      answer.headers['content-disposition'],
      `attachment; filename="donn_es _final_ _.bin"; filename*=UTF-8''donn%C3%A9es%20%22final%22%20%E2%82%AC.bin`,
    );
  });

  test('a range request gets exactly the requested bytes', async () => {
    const part = async (range: string, headers: Record<string, string> = {}) =>
      fetchFile(admin, file, '', { range, ...headers });
    const first = await part('bytes=0-99');
    assert.deepEqual(
      [first.statusCode, first.headers['content-range'], first.headers['content-length']],
      [206, 'bytes 0-99/2000000', '100'],
    );
    assert.ok(first.rawPayload.equals(bytes.subarray(0, 100)));
    assert.ok((await part('bytes=1999990-')).rawPayload.equals(bytes.subarray(1_999_990)));
    assert.ok((await part('bytes=-10')).rawPayload.equals(bytes.subarray(-10)));
    assert.ok((await part('bytes=1999990-5000000')).rawPayload.equals(bytes.subarray(1_999_990)));
    const beyond = await part('bytes=2000000-');
    assert.deepEqual([beyond.statusCode, beyond.headers['content-range']], [416, 'bytes */2000000']);
    for (const odd of ['bytes=5-1', 'lines=1-2', 'bytes=', 'bytes=0-1,5-6'])
      assert.equal((await part(odd)).statusCode, 200, odd);
    assert.equal((await part('bytes=0-9', { 'if-range': `"${sha256}"` })).statusCode, 206);
    assert.equal((await part('bytes=0-9', { 'if-range': '"other"' })).statusCode, 200);
  });

  test('a cached copy that is still valid is not sent again', async () => {
    const same = await fetchFile(admin, file, '', { 'if-none-match': `"${sha256}"` });
    assert.deepEqual([same.statusCode, same.rawPayload.length], [304, 0]);
    assert.equal((await fetchFile(admin, file, '', { 'if-none-match': '"other"' })).statusCode, 200);
  });

  test('a content that If-Match or If-Unmodified-Since does not expect is refused with 412 and counts as no download', async () => {
    const downloads = async () => (await admin.call(sessionContract.currentUser, {})).body.downloads_count;
    const before = await downloads();
    for (const headers of [
      { 'if-match': '"other"' },
      { 'if-match': '"other"', range: 'bytes=0-9' },
      { 'if-unmodified-since': 'Sun, 01 Mar 2020 12:00:00 GMT' },
    ]) {
      const answer = await fetchFile(admin, file, '?download=1', headers);
      assert.deepEqual([answer.statusCode, answer.rawPayload.length], [412, 0], JSON.stringify(headers));
    }
    assert.equal(await downloads(), before);
    const same = await fetchFile(admin, file, '', { 'if-match': `"${sha256}"`, range: 'bytes=0-9' });
    assert.deepEqual([same.statusCode, same.rawPayload.length], [206, 10]);
  });

  test('HEAD has the same headers without a body', async () => {
    const answer = await admin.send({ method: 'HEAD', url: `/storage/${file.filepath}` });
    assert.deepEqual(
      [answer.statusCode, answer.headers['content-length'], answer.rawPayload.length],
      [200, '2000000', 0],
    );
  });

  test('each download counts once; views and later ranges do not count', async () => {
    const count = async () => (await admin.call(sessionContract.currentUser, {})).body.downloads_count;
    const before = await count();
    await fetchFile(admin, file);
    await fetchFile(admin, file, '?download=1', { range: 'bytes=100-' });
    assert.equal(await count(), before);
    await fetchFile(admin, file, '?download=1', { range: 'bytes=0-99' });
    await fetchFile(admin, file, '?download=1');
    assert.equal(await count(), before + 2);
  });

  test('a download with an ignored range counts, because the whole file is sent', async () => {
    const count = async () => (await admin.call(sessionContract.currentUser, {})).body.downloads_count;
    const before = await count();
    const odd = [{ range: 'bytes=0-1,5-6' }, { range: 'lines=5-6' }, { range: 'bytes=100-', 'if-range': '"other"' }];
    for (const headers of odd) assert.equal((await fetchFile(admin, file, '?download=1', headers)).statusCode, 200);
    assert.equal(await count(), before + odd.length);
    assert.equal((await fetchFile(admin, file, '?download=1', { range: 'bytes=2000000-' })).statusCode, 416);
    assert.equal((await admin.send({ method: 'HEAD', url: `/storage/${file.filepath}?download=1` })).statusCode, 200);
    assert.equal(await count(), before + odd.length);
  });

  test('damaged bytes are never sent as a complete file', async () => {
    const [small] = await upload(admin, 1, { name: 'small.txt', bytes: 'precious' });
    const stored = storedIn(app.ctx.config);
    const key = await blobKeyOf(app, (small as File).id);
    for (const content of ['preciouz', 'longer than it was', '']) {
      await stored.write(key, content);
      const answer = await fetchFile(admin, small as File);
      assert.equal(answer.statusCode, 500);
      assert.match(answer.json().message, /damaged/);
    }
    await stored.remove(key);
    const missing = await fetchFile(admin, small as File);
    assert.deepEqual([missing.statusCode, missing.json().message.includes(app.dataDir)], [500, false]);
  });
});

describe('no stored file executes scripts in the origin of the product', () => {
  const app = useTestApp();
  const pdf = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n');
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const cases: [string, Buffer | string, string, string][] = [
    ['page.html', '<!doctype html><script>alert(1)</script>', 'text/plain; charset=utf-8', 'inline'],
    ['page.jpg', '<!doctype html><script>alert(1)</script>', 'text/plain; charset=utf-8', 'inline'],
    [
      'picture.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'text/plain; charset=utf-8',
      'inline',
    ],
    ['data.xml', '<?xml version="1.0"?><a/>', 'text/plain; charset=utf-8', 'inline'],
    ['code.js', 'alert(1)', 'text/plain; charset=utf-8', 'inline'],
    ['notes.txt', 'Grüße', 'text/plain; charset=utf-8', 'inline'],
    ['old.txt', Buffer.from('Gr\xfc\xdfe', 'latin1'), 'text/plain; charset=windows-1252', 'inline'],
    ['table.csv', 'a,b\n1,2', 'text/plain; charset=utf-8', 'inline'],
    ['dates.ics', 'BEGIN:VCALENDAR\n', 'text/plain; charset=utf-8', 'inline'],
    ['readme.md', '# Gate 4', 'text/plain; charset=utf-8', 'inline'],
    ['main.rs', 'fn main() {}', 'text/plain; charset=utf-8', 'inline'],
    ['report.pdf', pdf, 'application/pdf', 'inline'],
    ['pixel.txt', png, 'image/png', 'inline'],
    ['polyglot.gif', Buffer.from('GIF89a/*<script>alert(1)</script>*/'), 'image/gif', 'inline'],
    ['thing.bin', Buffer.from([1, 2, 3, 0, 255]), 'application/octet-stream', 'attachment'],
    ['horn.wav', Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1'), 'audio/wav', 'inline'],
  ];
  // The player of a browser requests its own URL again, so this response must block scripts too.
  const sandbox = (name: string) =>
    name === 'horn.wav' ? /^sandbox allow-same-origin; default-src 'none'/ : /^sandbox; default-src 'none'/;
  for (const [name, bytes, mediaType, disposition] of cases) {
    test(`${name} is served as ${mediaType}`, async () => {
      const admin = await asAdmin(app);
      const [file] = await upload(admin, 1, { name, bytes });
      const answer = await fetchFile(admin, file as File);
      assert.equal(answer.headers['content-type'], mediaType);
      assert.match(String(answer.headers['content-disposition']), new RegExp(`^${disposition};`));
      assert.match(String(answer.headers['content-security-policy']), sandbox(name));
      const saved = await fetchFile(admin, file as File, '?download=1');
      assert.match(String(saved.headers['content-disposition']), /^attachment;/);
      assert.ok(!/html|svg|xml|javascript/.test(String(saved.headers['content-type'])));
    });
  }
});

describe('editing', () => {
  const app = useTestApp();
  const update = (visitor: Visitor, id: number, filename?: string, bytes?: string) =>
    visitor.call(
      filesContract.update,
      { id, _method: 'PUT', ...(filename === undefined ? {} : { filename }) },
      bytes === undefined ? [] : [{ name: 'ignored.txt', bytes }],
    );

  test('a name, the content, or both can change; link, owner and date stay', async () => {
    const admin = await asAdmin(app);
    const [file] = (await upload(admin, 1, { name: 'draft.txt', bytes: 'first' })) as [File];
    const renamed = await update(admin, file.id, 'a/../b\\final.txt');
    assert.deepEqual(renamed.body, { ...file, filename: 'final.txt' });
    const replaced = await update(admin, file.id, undefined, 'second version');
    assert.deepEqual(replaced.body, { ...file, filename: 'final.txt', size: 14 });
    const both = await update(admin, file.id, '  ', 'third');
    assert.equal(both.body.filename, 'Unnamed File');
    assert.equal((await fetchFile(admin, file)).body, 'third');
    assert.deepEqual(
      (await listed(admin)).find((one) => one.id === file.id),
      both.body,
    );
    const versions = await app.ctx.db
      .selectFrom('file_versions')
      .select(['filename', 'size', 'created_at', 'user_id'])
      .where('file_id', '=', file.id)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      versions.map((version) => [version.filename, version.size]),
      [
        ['final.txt', 5],
        ['final.txt', 14],
      ],
    );
    assert.equal(versions[0]?.created_at, file.uploaded_at);
  });

  test('a rename is refused with the present name if another user has renamed the file since it was shown', async () => {
    const admin = await asAdmin(app);
    const [file] = (await upload(admin, 1, { name: 'shown.txt' })) as [File];
    const rename = (filename: string, shown_filename?: string) =>
      admin.call(filesContract.update, { id: file.id, _method: 'PUT', filename, shown_filename });
    assert.equal((await rename('theirs.txt', 'shown.txt')).status, 200);
    const refused = await rename('mine.txt', 'shown.txt');
    assert.deepEqual([refused.status, refused.failure.code], [409, 'file.changed']);
    assert.match(refused.failure.message, /renamed this file to "theirs.txt"/);
    assert.equal((await rename('theirs.txt', 'shown.txt')).status, 200);
    assert.equal((await rename('mine.txt')).body.filename, 'mine.txt');
  });

  test('a renamed file is found by its new name and no longer by the old one', async () => {
    const admin = await asAdmin(app);
    const [file] = (await upload(admin, 1, { name: 'oldname-qqq.txt' })) as [File];
    await update(admin, file.id, 'newname-zzz.txt');
    const found = async (search: string) => (await admin.call(filesContract.overview, { search })).body.matching;
    assert.deepEqual([await found('qqq'), await found('zzz')], [0, 1]);
  });

  test('requires _method=PUT and at least one change', async () => {
    const admin = await asAdmin(app);
    const [file] = (await upload(admin, 1, { name: 'keep.txt' })) as [File];
    assert.equal((await update(admin, file.id)).status, 422);
    for (const url of [
      `/api/files/${file.id}`,
      `/api/files/${file.id}?_method=DELETE`,
      `/api/files/${file.id}?_method=put`,
    ]) {
      const answer = await admin.send({ method: 'POST', url, ...formOf({ filename: 'no' }, 'new_file', []) });
      assert.equal(answer.statusCode, 422, url);
    }
    assert.equal((await listed(admin)).find((one) => one.id === file.id)?.filename, 'keep.txt');
  });

  test('role 3 edits own uploads, not a colleague’s file; no user edits a file they cannot see', async () => {
    const team = await makeTeam(app);
    const [mine, colleague, stranger] = [
      await signedInAs(app, { role: 3, team }),
      await signedInAs(app, { role: 3, team }),
      await signedInAs(app, { role: 2, team: await makeTeam(app) }),
    ];
    const [file] = (await upload(mine.visitor, 1, { name: 'mine.txt' })) as [File];
    assert.equal((await update(mine.visitor, file.id, 'still mine.txt')).status, 200);
    assert.equal((await update(colleague.visitor, file.id, 'stolen.txt')).status, 403);
    assert.equal((await update(stranger.visitor, file.id, 'stolen.txt')).status, 404);
    assert.equal((await update(mine.visitor, 123_456, 'x')).status, 404);
    assert.equal((await update(mine.visitor, 'abc' as never, 'x')).status, 404);
    const manager = await signedInAs(app, { role: 2, team });
    assert.equal((await update(manager.visitor, file.id, 'managed.txt')).status, 200);
  });

  test('of two simultaneous replacements one succeeds and the other is refused as a conflict', async () => {
    const admin = await asAdmin(app);
    const [file] = (await upload(admin, 1, { name: 'race.txt' })) as [File];
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, one) => update(admin, file.id, undefined, `version ${one}`)),
    );
    const won = answers.filter((answer) => answer.status === 200);
    assert.ok(won.length >= 1);
    assert.ok(answers.every((answer) => answer.status === 200 || answer.status === 409));
    const versions = await app.ctx.db.selectFrom('file_versions').select('id').where('file_id', '=', file.id).execute();
    assert.equal(versions.length, won.length);
    assert.equal(await stagedOf(app), 0);
  });
});

describe('deleting', () => {
  const app = useTestApp();

  test('a deleted file is no longer listed, counted, found or served, and its bytes stay for the trash', async () => {
    const admin = await asAdmin(app);
    const [file, other] = (await upload(admin, 1, { name: 'goner.txt' }, { name: 'keeper.txt' })) as [File, File];
    const blobs = await blobsOf(app);
    assert.equal((await admin.call(filesContract.remove, { id: file.id })).status, 204);
    assert.deepEqual(
      (await listed(admin)).map((one) => one.id),
      [other.id],
    );
    const overview = (await admin.call(filesContract.overview, {})).body;
    assert.deepEqual([overview.totals.files, overview.totals.this_week, overview.matching], [1, 1, 1]);
    assert.equal((await admin.call(filesContract.overview, { search: 'goner' })).body.matching, 0);
    assert.equal((await fetchFile(admin, file)).statusCode, 404);
    assert.equal((await admin.call(sessionContract.currentUser, {})).body.files_count, 1);
    assert.equal(await blobsOf(app), blobs);
    assert.equal((await admin.call(filesContract.remove, { id: file.id })).status, 404);
  });

  test('a manager deletes only files they see', async () => {
    const team = await makeTeam(app);
    const person = await signedInAs(app, { role: 3, team });
    const [file] = (await upload(person.visitor, 1, { name: 'a.txt' })) as [File];
    const stranger = await signedInAs(app, { role: 2, team: await makeTeam(app) });
    assert.equal((await stranger.visitor.call(filesContract.remove, { id: file.id })).status, 404);
    const manager = await signedInAs(app, { role: 2, team });
    assert.equal((await manager.visitor.call(filesContract.remove, { id: file.id })).status, 204);
  });

  test('after the deletion of one of many files with equal names, later writes still succeed', async () => {
    const admin = await asAdmin(app);
    const files = await upload(
      admin,
      1,
      ...Array.from({ length: 40 }, (_, index) => ({ name: `many-${index} ${'words of a long name '.repeat(8)}.txt` })),
    );
    for (const file of files) assert.equal((await admin.call(filesContract.remove, { id: file.id })).status, 204);
    assert.equal((await admin.call(sessionContract.logout, {})).status, 204);
  });

  test('of two simultaneous deletions one gets 204, the other 404, and the counts change once', async () => {
    const admin = await asAdmin(app);
    const [file] = (await upload(admin, 1, { name: 'once.txt' })) as [File];
    const before = (await admin.call(filesContract.overview, {})).body.totals.files;
    const answers = await Promise.all([1, 2, 3].map(() => admin.call(filesContract.remove, { id: file.id })));
    assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [204, 404, 404]);
    assert.equal((await admin.call(filesContract.overview, {})).body.totals.files, before - 1);
  });
});

describe('visible files by role', () => {
  const app = useTestApp();

  test('users see the files of their team and of teams they may view, and own uploads; role 1 sees all', async () => {
    const [own, viewed, hidden] = [await makeTeam(app), await makeTeam(app), await makeTeam(app)];
    const inOwn = await signedInAs(app, { role: 3, team: own });
    const inViewed = await signedInAs(app, { role: 3, team: viewed });
    const inHidden = await signedInAs(app, { role: 3, team: hidden });
    const person = await signedInAs(app, { role: 3, team: hidden, sees: [viewed] });
    const [moved] = (await upload(person.visitor, 1, { name: 'moved-away.txt' })) as [File];
    await app.ctx.db.updateTable('users').set({ team_id: own }).where('id', '=', person.id).execute();
    const [one] = (await upload(inOwn.visitor, 1, { name: 'one.txt' })) as [File];
    const [two] = (await upload(inViewed.visitor, 1, { name: 'two.txt' })) as [File];
    const [secret] = (await upload(inHidden.visitor, 1, { name: 'secret.txt' })) as [File];

    const seen = (await listed(person.visitor)).map((file) => file.id).toSorted((a, b) => a - b);
    assert.deepEqual(seen, [moved.id, one.id, two.id]);
    const overview = (await person.visitor.call(filesContract.overview, {})).body;
    assert.deepEqual([overview.totals.files, overview.totals.teams, overview.totals.this_week], [3, 2, 3]);
    const byTeam = (await person.visitor.call(filesContract.overview, { group_by: 'team' })).body.groups;
    assert.deepEqual(
      byTeam.map((group) => [group.id, group.files_count]).toSorted(),
      [
        [own, 1],
        [viewed, 1],
        [hidden, 1],
      ].toSorted(),
    );
    assert.equal((await person.visitor.call(filesContract.overview, { search: 'secret' })).body.matching, 0);
    assert.equal((await person.visitor.call(filesContract.overview, { search: 'moved' })).body.matching, 1);
    for (const spelling of [
      secret.filepath,
      encodeURIComponent(secret.filepath),
      secret.filepath.replace(/./, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    ]) {
      for (const headers of [{}, { range: 'bytes=0-1' }, { 'if-none-match': '*' }]) {
        const answer = await person.visitor.send({ method: 'GET', url: `/storage/${spelling}`, headers });
        assert.equal(answer.statusCode, 404);
        assert.ok(!answer.body.includes('secret'));
      }
      assert.equal((await person.visitor.send({ method: 'HEAD', url: `/storage/${spelling}` })).statusCode, 404);
    }
    assert.equal((await fetchFile(person.visitor, moved)).statusCode, 200);
    const admin = await asAdmin(app);
    assert.equal((await listed(admin)).length, 4);
  });

  test('invalid storage paths are not found', async () => {
    const admin = await asAdmin(app);
    for (const path of ['..%2f..%2fstowage.db', '%00', 'x', 'AAAAAAAAAAAAAAAAAAAAAA', 'a'.repeat(190)]) {
      assert.equal((await admin.send({ method: 'GET', url: `/storage/${path}` })).statusCode, 404, path);
    }
  });
});

test('blobs have random keys that reveal nothing about the file', async () => {
  const { openTestApp } = await import('#tests/test-app.ts');
  const app = await openTestApp();
  try {
    const admin = await asAdmin(app);
    await upload(admin, 1, { name: 'payroll.txt', bytes: 'x' });
    const stored = storedIn(app.ctx.config);
    const names = await stored.names();
    assert.ok(!names.some((name) => name.includes('payroll')));
    const [key] = (await stored.keys()) as [string];
    assert.equal((await stored.read(key)).toString(), 'x');
  } finally {
    await app.close();
  }
});
