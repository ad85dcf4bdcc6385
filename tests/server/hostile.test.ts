import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { upload } from '#tests/make.ts';
import { credentialsOf, exchange, makeHome, send, startServer } from '#tests/server-process.ts';
import type { Home, ServerProcess } from '#tests/server-process.ts';
import { storedIn } from '#tests/storage.ts';
import { formOf } from '#tests/visitor.ts';
import type { Visitor } from '#tests/visitor.ts';

const megabyte = 1_000_000;
const limitBytes = megabyte;

const listed = async (visitor: Visitor): Promise<File[]> =>
  (await visitor.call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);

/** What is in the store: finished blobs, and those under way. */
async function stored(home: Home): Promise<{ blobs: number; staged: number }> {
  const stored = storedIn(home.environment);
  return { blobs: (await stored.keys()).length, staged: (await stored.inDoubt()).length };
}

/** Looks again until it is so; what was cut off is tidied up behind the answer. */
async function becomes<T>(look: () => Promise<T>, wanted: T): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      assert.deepEqual(await look(), wanted);
      return;
    } catch {
      await sleep(50);
    }
  }
  assert.deepEqual(await look(), wanted);
}

const residentBytes = async (pid: number): Promise<number> =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));

const headLines = (lines: Record<string, string | number>) =>
  Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

test('a server that nobody spares', async (t) => {
  const home = await makeHome();
  const server = await startServer(home, { MAX_UPLOAD_BYTES: String(limitBytes), LOG_LEVEL: 'warn' });
  const admin = await server.asAdmin();
  const [kept] = (await upload(admin, 1, { name: 'kept.txt', bytes: 'kept' })) as [File];
  const credentials = credentialsOf(admin);

  /** Whatever was done to it, the server serves, and has what it had. */
  const assertUnharmed = async () => {
    assert.equal((await fetch(`${server.origin}/readyz`)).status, 200);
    assert.deepEqual(
      (await listed(admin)).map((file) => file.filename),
      ['kept.txt'],
    );
    await becomes(() => stored(home), { blobs: 1, staged: 0 });
  };

  // Takes as long as the server gives a client for its headers; meanwhile the other tests go on.
  const patience = slowClients(server);

  await t.test('after a refused upload its connection serves the next request', async () => {
    const form = (fields: object, bytes: number) =>
      formOf(fields as Record<string, unknown>, 'files[]', [{ name: 'x.bin', bytes: Buffer.alloc(bytes) }]);
    const refused: [string, ReturnType<typeof formOf>, Record<string, string>, number][] = [
      [
        'not signed in',
        form({ file_type_id: 1 }, 3 * megabyte),
        { ...credentialsOf(await server.visitor().prime()) },
        401,
      ],
      ['no anti-forgery', form({ file_type_id: 1 }, 3 * megabyte), { cookie: credentials['cookie'] as string }, 419],
      ['an unknown type', form({ file_type_id: 77 }, megabyte), credentials, 422],
      ['a file beyond the limit', form({ file_type_id: 1 }, 5 * megabyte), credentials, 413],
    ];
    for (const [what, { payload, headers }, who, status] of refused) {
      const first = `POST /api/upload HTTP/1.1\r\n${headLines({ host: 'x', ...headers, ...who, 'content-length': payload.length })}\r\n`;
      const second = `GET /api/user HTTP/1.1\r\n${headLines({ host: 'x', ...credentials, connection: 'close' })}\r\n`;
      const answer = await exchange(server.port, Buffer.concat([Buffer.from(first), payload, Buffer.from(second)]));
      assert.deepEqual(statusesIn(answer), [status, 200], `${what}: ${answer.slice(0, 400)}`);
      assert.match(answer, /"message":"[^"]/, what);
      assert.match(answer, /"email":"admin@example.com"/, what);
    }
    await assertUnharmed();
  });

  await t.test('a body that is announced beyond the limit is refused before it is sent', async () => {
    for (const path of ['/api/upload', `/api/files/${kept.id}?_method=PUT`]) {
      const lines = {
        host: 'x',
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': 10 ** 12,
        ...credentials,
      };
      const answer = await exchange(server.port, `POST ${path} HTTP/1.1\r\n${headLines(lines)}\r\n`, /"message"/);
      assert.deepEqual(statusesIn(answer), [413]);
    }
    await assertUnharmed();
  });

  await t.test('an endless body is cut at the limit, and memory stays bounded', async () => {
    const before = await residentBytes(server.pid);
    const opening = '--b\r\ncontent-disposition: form-data; name="files[]"; filename="endless.bin"\r\n\r\n';
    for (const [path, type, first] of [
      ['/api/upload', 'multipart/form-data; boundary=b', opening],
      ['/api/login', 'application/json', '{"email":"'],
    ] as const) {
      const { answer, sentBytes } = await pourEndlessly(server, path, { ...credentials, 'content-type': type }, first);
      assert.deepEqual(statusesIn(answer), [413], path);
      assert.ok(sentBytes < 100 * megabyte, `${sentBytes} bytes were taken`);
    }
    const grown = (await residentBytes(server.pid)) - before;
    assert.ok(grown < 150 * megabyte, `grew by ${grown} bytes`);
    await assertUnharmed();
  });

  await t.test('a large JSON body is refused, and its sender learns why', async () => {
    const payload = Buffer.alloc(50 * megabyte, 'a');
    const answer = await send(server.origin, {
      method: 'POST',
      path: '/api/login',
      headers: { ...credentials, 'content-type': 'application/json', 'content-length': String(payload.length) },
      payload,
    });
    assert.equal(answer.statusCode, 413);
    assert.ok(answer.json().message);
    await assertUnharmed();
  });

  await t.test('uploads that are dropped half way leave no row and no bytes', async () => {
    const { payload, headers } = formOf({ file_type_id: 1 }, 'files[]', [
      { name: 'whole.bin', bytes: Buffer.alloc(300_000) },
      { name: 'half.bin', bytes: Buffer.alloc(700_000) },
    ]);
    const head = `POST /api/upload HTTP/1.1\r\n${headLines({ host: 'x', ...headers, 'content-length': payload.length, ...credentials })}\r\n`;
    const ends = [0, 50, 400, 200_000, 300_500, 600_000, payload.length - 3];
    await Promise.all(
      [...ends, ...ends].map(async (end, place) => {
        const socket = connect(server.port, '127.0.0.1').on('error', () => {});
        socket.write(head);
        await new Promise((resolve) => socket.write(payload.subarray(0, end), resolve));
        // Half of them say goodbye, the others are gone.
        if (place < ends.length) socket.resetAndDestroy();
        else socket.end();
        await new Promise((resolve) => socket.on('close', resolve).resume());
      }),
    );
    await assertUnharmed();
  });

  await t.test('requests that are not well-formed are refused, and nothing hidden in them is served', async () => {
    const body = '{"email":"a@b.example","password":"x"}';
    const post = (lines: Record<string, string | number>, text: string, path = '/api/login') =>
      `POST ${path} HTTP/1.1\r\n${headLines({ host: 'x', 'content-type': 'application/json', ...lines })}\r\n${text}`;
    // It would be answered with 200.
    const hidden = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n';
    const malformed: Record<string, string> = {
      'two lengths': `POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcdef${hidden}`,
      'a length and chunks': post({ 'content-length': 5, 'transfer-encoding': 'chunked' }, `0\r\n\r\n${hidden}`),
      'chunks twice': post({ 'transfer-encoding': 'chunked, chunked' }, `0\r\n\r\n${hidden}`),
      'chunks in disguise': post({ 'transfer-encoding': 'xchunked' }, `0\r\n\r\n${hidden}`),
      'a chunk size that is no number': post({ 'transfer-encoding': 'chunked' }, `zz\r\n${body}\r\n0\r\n\r\n${hidden}`),
      'a chunk longer than it says': post({ 'transfer-encoding': 'chunked' }, `5\r\n${body}\r\n0\r\n\r\n${hidden}`),
      'a chunk size beyond measure': post({ 'transfer-encoding': 'chunked' }, `ffffffffffffffffff\r\n${body}`),
      'a negative length': post({ 'content-length': -1 }, body),
      'a length with a sign': post({ 'content-length': '+5' }, `abcde${hidden}`),
      'a header without a colon': `GET /healthz HTTP/1.1\r\nhost: x\r\nbroken\r\n\r\n`,
      'a space before the colon': `POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length : 5\r\n\r\nabcde${hidden}`,
      'a folded header': `GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: 1\r\n folded\r\n\r\n`,
      'NUL in a header': `GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: a\0b\r\n\r\n`,
      'no host': `GET /healthz HTTP/1.1\r\n\r\n`,
      'another protocol': `GET /healthz HTTP/9.9\r\nhost: x\r\n\r\n`,
      'no protocol': `hello\r\n\r\n`,
      TLS: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'a space in the address': `GET /healthz x HTTP/1.1\r\nhost: x\r\n\r\n`,
      'too many headers': `GET /healthz HTTP/1.1\r\nhost: x\r\n${'x-a: b\r\n'.repeat(4000)}\r\n`,
      'a header too long': `GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(100_000)}\r\n\r\n`,
      'an address too long': `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
      'a cookie too long': `GET /api/user HTTP/1.1\r\nhost: x\r\ncookie: stowage_session=${'a'.repeat(14_000)}\r\nconnection: close\r\n\r\n`,
      'a percent sign that means nothing': `GET /api/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      'an address that climbs': `GET /../../etc/passwd HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      'an encoded address that climbs': `GET /storage/..%2f..%2fstowage.db HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      'no address': `GET HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      CONNECT: `CONNECT example.com:80 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      TRACE: `TRACE /api/user HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      'a method that does not exist': `BREW /api/user HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      'an upgrade': `GET /nowhere HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: websocket\r\n\r\n`,
      'an expectation': post({ expect: 'miracles', 'content-length': body.length, connection: 'close' }, body),
      'a compressed body': post(
        { 'content-encoding': 'gzip', 'content-length': body.length, connection: 'close' },
        body,
      ),
    };
    for (const [what, bytes] of Object.entries(malformed)) {
      const answer = await exchange(server.port, Buffer.from(bytes, 'latin1'));
      const statuses = statusesIn(answer);
      // CONNECT is not answered at all; that is as good. A body that breaks off may get one more answer from the parser.
      if (what !== 'CONNECT') assert.ok(statuses.length > 0, what);
      if (answer) assert.match(answer, /connection: close/i, what);
      for (const status of statuses) assert.ok(status >= 400 && status < 500, `${what}: ${answer.slice(0, 300)}`);
    }
    await assertUnharmed();
  });

  await t.test('an address with a host in it goes past no guard', async () => {
    for (const target of [
      'http://x/api/teams',
      'http://x/%61pi/teams',
      '//x/api/teams',
      '/%61pi/teams',
      '/api/teams?',
      '/api/teams#x',
      'http://x@y/api/teams',
      'api/teams',
    ]) {
      const answer = await exchange(server.port, `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      const [status] = statusesIn(answer);
      assert.ok(status !== undefined && [400, 401, 404].includes(status), `${target}: ${answer.slice(0, 200)}`);
      const write = await exchange(
        server.port,
        `DELETE ${target.replace('teams', `files/${kept.id}`)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      );
      assert.ok([400, 404, 419].includes(statusesIn(write)[0] as number), `${target}: ${write.slice(0, 200)}`);
    }
    await assertUnharmed();
  });

  await t.test('a verb that is smuggled in does nothing', async () => {
    const empty = formOf({}, 'new_file', []);
    const tricks: [string, string, Record<string, string>, string | Buffer | undefined][] = [
      ['POST', `/api/files/${kept.id}?_method=DELETE`, empty.headers, empty.payload],
      ['POST', `/api/files/${kept.id}?_method=delete`, empty.headers, empty.payload],
      ['POST', `/api/files/${kept.id}?_method=PUT&_method=DELETE`, empty.headers, empty.payload],
      ['POST', `/api/files/${kept.id}`, { 'x-http-method-override': 'DELETE', ...empty.headers }, empty.payload],
      [
        'POST',
        `/api/files/${kept.id}?_method=PUT`,
        { 'x-http-method-override': 'DELETE', ...empty.headers },
        empty.payload,
      ],
      [
        'POST',
        `/api/files/${kept.id}`,
        formOf({ _method: 'DELETE' }, 'new_file', []).headers,
        formOf({ _method: 'DELETE' }, 'new_file', []).payload,
      ],
      ['POST', `/api/files/${kept.id}`, { 'content-type': 'application/x-www-form-urlencoded' }, '_method=DELETE'],
      ['PUT', `/api/files/${kept.id}`, empty.headers, empty.payload],
      ['PATCH', `/api/files/${kept.id}`, empty.headers, empty.payload],
      ['POST', `/api/logout?_method=GET`, { 'x-xsrf-token': 'wrong' }, undefined],
      ['GET', '/api/logout', {}, undefined],
      ['GET', '/api/upload', {}, undefined],
      ['GET', '/api/login?email=admin@example.com&password=x', {}, undefined],
      ['PUT', '/api/upload', empty.headers, empty.payload],
      ['DELETE', '/api/user', {}, undefined],
      [
        'OPTIONS',
        '/api/user',
        { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' },
        undefined,
      ],
      ['POST', '/storage/AAAAAAAAAAAAAAAAAAAAAA', {}, undefined],
    ];
    for (const [method, path, headers, payload] of tricks) {
      const answer = await send(server.origin, {
        method,
        path,
        headers: { ...credentials, ...(payload ? { 'content-length': String(payload.length) } : {}), ...headers },
        payload,
      });
      assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, `${method} ${path}: ${answer.statusCode}`);
      assert.ok(answer.json().message, `${method} ${path}`);
      assert.equal(answer.headers['access-control-allow-origin'], undefined);
    }
    const path = `/api/files/${kept.id}?_method=DELETE`;
    const details = await send(server.origin, { method: 'GET', path, headers: credentials });
    assert.deepEqual([details.statusCode, details.json().id], [200, kept.id]);
    await assertUnharmed();
  });

  await t.test('forms that are too much, or make no sense, are refused whole', async () => {
    const part = (headers: string, content = 'x') => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
    const file = (name: string) => `content-disposition: form-data; name="files[]"; filename="${name}"`;
    const good = part(file('good.txt'));
    const type = part('content-disposition: form-data; name="file_type_id"', '1');
    const end = '--b--\r\n';
    const forms: Record<string, string> = {
      'a part with 300 headers': good + type + part(`${file('x')}\r\n${'x-a: b\r\n'.repeat(300)}x-z: z`) + end,
      'a part with a header of 20 kB': good + type + part(`${file('x')}\r\nx-a: ${'a'.repeat(20_000)}`) + end,
      'a file name of 20 kB': good + type + part(file('x'.repeat(20_000))) + end,
      'a part with a header of 200 kB': good + type + part(`x-a: ${'a'.repeat(200_000)}\r\n${file('x')}`) + end,
      'a part whose headers never end': `${good}${type}--b\r\nx-a: ${'a'.repeat(2 * megabyte)}`,
      '2000 fields': good + type + part('content-disposition: form-data; name="n"').repeat(2000) + end,
      '2000 files': type + good.repeat(2000) + end,
      'a field of a megabyte':
        good + part('content-disposition: form-data; name="file_type_id"', '1'.repeat(megabyte)) + end,
      'a field whose name is 20 kB':
        good + type + part(`content-disposition: form-data; name="${'n'.repeat(20_000)}"`) + end,
      'a part without a name': good + type + part('content-disposition: form-data') + end,
      'a part without headers': `${good}${type}--b\r\n\r\nx\r\n${end}`,
      'a part that is not of a form':
        good + type + part('content-disposition: attachment; name="files[]"; filename="x"') + end,
      'a part whose headers make no sense': good + type + part('nonsense') + end,
      'a line end within a file name': good + type + part(file('one\nname.txt')) + end,
      'a file in a field for none':
        good + type + part('content-disposition: form-data; name="other"; filename="x"') + end,
      'a prototype as a field': good + type + part('content-disposition: form-data; name="__proto__"') + end,
      'a prototype as a file':
        good + type + part('content-disposition: form-data; name="constructor"; filename="x"') + end,
      'no end': good + type,
      'no end, within a file': good + type + part(file('cut.txt')).slice(0, -2),
      'an end before the beginning': end + good + type,
      nothing: '',
      'only an end': end,
      'no boundary at all': 'just text '.repeat(1000),
    };
    for (const [what, payload] of Object.entries(forms)) {
      const answer = await send(server.origin, {
        method: 'POST',
        path: '/api/upload',
        headers: {
          ...credentials,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': String(Buffer.byteLength(payload)),
        },
        payload,
      });
      assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, `${what}: ${answer.statusCode} ${answer.body}`);
      assert.ok(answer.json().message, what);
    }
    for (const contentType of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=other',
      `multipart/form-data; boundary=${'b'.repeat(5000)}`,
      'multipart/mixed; boundary=b',
      'multipart/form-data; charset=utf-8; boundary="b',
      'text/plain',
      '',
      'application/json',
    ]) {
      const payload = good + type + end;
      const answer = await send(server.origin, {
        method: 'POST',
        path: '/api/upload',
        headers: { ...credentials, 'content-type': contentType, 'content-length': String(payload.length) },
        payload,
      });
      assert.ok(
        answer.statusCode >= 400 && answer.statusCode < 500,
        `${contentType.slice(0, 60)}: ${answer.statusCode} ${answer.body}`,
      );
    }
    await assertUnharmed();
  });

  await t.test('clients that never finish their headers are cut, and others are served meanwhile', async () => {
    const answers = await patience;
    assert.deepEqual(answers.map(statusesIn), [[408], [408], [408]]);
    await assertUnharmed();
  });

  await t.test('nothing of all this was an error of the server', async () => {
    const ended = await server.stop();
    assert.equal(ended.code, 0);
    assert.equal(ended.stderr, '');
    assert.doesNotMatch(ended.stdout, /"level":(50|60)/);
  });
});

/** Clients that send their headers byte by byte, or half of them. Answers what each was told when it was cut. */
function slowClients(server: ServerProcess): Promise<string[]> {
  const beginnings: [first: string, then: string][] = [
    ['GET /healthz HTTP/1.1\r\nhost: x\r\n', 'x-a: b\r\n'],
    ['POST /api/login HTTP/1.1\r\nhost: x\r\nx-a: ', 'a'],
    ['G', ''],
  ];
  return Promise.all(
    beginnings.map(async ([first, then]) => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {});
      socket.write(first);
      const drip = setInterval(() => socket.write(then), 1_000);
      let text = '';
      socket.on('data', (piece: Buffer) => {
        text += piece.toString('latin1');
      });
      await new Promise((resolve) => socket.on('close', resolve));
      clearInterval(drip);
      return text;
    }),
  );
}

/** Sends chunk after chunk until the server has had enough. */
async function pourEndlessly(server: ServerProcess, path: string, headers: Record<string, string>, opening: string) {
  const socket: Socket = connect(server.port, '127.0.0.1').on('error', () => {});
  let answer = '';
  socket.on('data', (piece: Buffer) => {
    answer += piece.toString('latin1');
  });
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(`POST ${path} HTTP/1.1\r\n${headLines({ host: 'x', 'transfer-encoding': 'chunked', ...headers })}\r\n`);
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  socket.write(chunk(Buffer.from(opening)));
  const piece = chunk(Buffer.alloc(64 * 1024, 'a'));
  let sentBytes = 0;
  while (!socket.destroyed && sentBytes < 2_000 * megabyte) {
    sentBytes += piece.length;
    await Promise.race([new Promise((resolve) => socket.write(piece, resolve)), closed]);
  }
  socket.destroy();
  await closed;
  return { answer, sentBytes };
}
