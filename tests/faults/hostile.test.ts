import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { File } from '#features/files/core/files.contract.ts';
import { errorCodes } from '#shared/error-codes.ts';
import { upload } from '#tests/make.ts';
import { credentialsOf, exchange, send, useServer } from '#tests/server-process.ts';
import type { Installation, ServerProcess } from '#tests/server-process.ts';
import { storedIn } from '#tests/storage.ts';
import { listFiles } from '#tests/stored-files.ts';
import { formOf } from '#tests/visitor.ts';

const megabyte = 1_000_000;
const limitBytes = megabyte;

/** Counts the blobs in the store: committed, and uncommitted. */
async function countBlobs(installation: Installation): Promise<{ blobs: number; staged: number }> {
  const stored = storedIn(installation.environment);
  return { blobs: (await stored.keys()).length, staged: (await stored.stagedKeys()).length };
}

/** Waits until `read` returns the expected value. The server deletes the blobs of an aborted upload after its response. */
async function becomes<T>(read: () => Promise<T>, expected: T): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      assert.deepEqual(await read(), expected);
      return;
    } catch {
      await sleep(50);
    }
  }
  assert.deepEqual(await read(), expected);
}

const residentBytes = async (pid: number): Promise<number> =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));

const headLines = (lines: Record<string, string | number>) =>
  Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

describe('a server under hostile requests', () => {
  const server = useServer({ MAX_UPLOAD_BYTES: String(limitBytes), LOG_LEVEL: 'warn' });

  /**
   * Signs in and stores a file. `assertUnharmed` fails unless the server is ready and has stored nothing and deleted nothing
   * since.
   */
  const setUp = async () => {
    const admin = await server.asAdmin();
    const [file] = (await upload(admin, 1, { name: 'stored.txt', bytes: randomBytes(20) })) as [File];
    const files = await listFiles(admin);
    const assertUnharmed = async () => {
      assert.equal((await fetch(`${server.origin}/readyz`)).status, 200);
      assert.deepEqual(await listFiles(admin), files);
      await becomes(() => countBlobs(server.installation), { blobs: files.length, staged: 0 });
    };
    return { file, credentials: credentialsOf(admin), assertUnharmed };
  };

  test('after a refused upload the connection serves the next request', async () => {
    const { credentials, assertUnharmed } = await setUp();
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
    for (const [title, { payload, headers }, sender, status] of refused) {
      const first = `POST /api/upload HTTP/1.1\r\n${headLines({ host: 'x', ...headers, ...sender, 'content-length': payload.length })}\r\n`;
      const second = `GET /api/user HTTP/1.1\r\n${headLines({ host: 'x', ...credentials, connection: 'close' })}\r\n`;
      const answer = await exchange(server.port, Buffer.concat([Buffer.from(first), payload, Buffer.from(second)]));
      assert.deepEqual(statusesIn(answer), [status, 200], `${title}: ${answer.slice(0, 400)}`);
      assert.match(answer, /"message":"[^"].*","code":"[a-z_]+\.[a-z_]+"/, title);
      assert.match(answer, /"email":"admin@example.com"/, title);
    }
    await assertUnharmed();
  });

  test('a body whose announced length exceeds the limit is refused before it is sent', async () => {
    const { file, credentials, assertUnharmed } = await setUp();
    for (const path of ['/api/upload', `/api/files/${file.id}?_method=PUT`]) {
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

  test('an endless body is refused at the limit, and the memory of the server stays bounded', async () => {
    const { credentials, assertUnharmed } = await setUp();
    const before = await residentBytes(server.pid);
    const opening = '--b\r\ncontent-disposition: form-data; name="files[]"; filename="endless.bin"\r\n\r\n';
    for (const [path, type, first] of [
      ['/api/upload', 'multipart/form-data; boundary=b', opening],
      ['/api/login', 'application/json', '{"email":"'],
    ] as const) {
      const { answer, sentBytes } = await sendEndlessly(server, path, { ...credentials, 'content-type': type }, first);
      assert.deepEqual(statusesIn(answer), [413], path);
      assert.ok(sentBytes < 100 * megabyte, `${sentBytes} bytes were accepted`);
    }
    const grown = (await residentBytes(server.pid)) - before;
    assert.ok(grown < 150 * megabyte, `grew by ${grown} bytes`);
    await assertUnharmed();
  });

  test('a client that sends a large JSON body receives the refusal', async () => {
    const { credentials, assertUnharmed } = await setUp();
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

  test('a client that sends all of a refused body before it reads receives the refusal, with connection: close too', async () => {
    const { credentials, assertUnharmed } = await setUp();
    const bytes = 20 * megabyte;
    const form = formOf({ file_type_id: 1 }, 'files[]', [{ name: 'x.bin', bytes: Buffer.alloc(bytes) }]);
    for (const [title, path, type, payload, sender, status] of [
      ['a file beyond the limit', '/api/upload', form.headers['content-type'], form.payload, credentials, 413],
      ['no session', '/api/upload', form.headers['content-type'], form.payload, {}, 419],
      ['an invalid form', '/api/upload', 'multipart/form-data', form.payload, credentials, 400],
      ['too much JSON', '/api/login', 'application/json', Buffer.alloc(bytes, 'a'), credentials, 413],
    ] as const) {
      const lines = {
        host: 'x',
        ...sender,
        'content-type': type,
        'content-length': payload.length,
        connection: 'close',
      };
      const answer = await sendSlowly(server, `POST ${path} HTTP/1.1\r\n${headLines(lines)}\r\n`, payload);
      assert.deepEqual(statusesIn(answer), [status], `${title}: ${answer.slice(0, 300)}`);
      assert.match(answer, /"message":/, title);
    }
    await assertUnharmed();
  });

  test('an aborted upload leaves no row and no blob', async () => {
    const { credentials, assertUnharmed } = await setUp();
    const { payload, headers } = formOf({ file_type_id: 1 }, 'files[]', [
      { name: 'whole.bin', bytes: Buffer.alloc(300_000) },
      { name: 'half.bin', bytes: Buffer.alloc(700_000) },
    ]);
    const head = `POST /api/upload HTTP/1.1\r\n${headLines({ host: 'x', ...headers, 'content-length': payload.length, ...credentials })}\r\n`;
    const ends = [0, 50, 400, 200_000, 300_500, 600_000, payload.length - 3];
    await Promise.all(
      [...ends, ...ends].map(async (end, index) => {
        const socket = connect(server.port, '127.0.0.1').on('error', () => {});
        socket.write(head);
        await new Promise((resolve) => socket.write(payload.subarray(0, end), resolve));
        // Half of the connections are reset, the others are closed.
        if (index < ends.length) socket.resetAndDestroy();
        else socket.end();
        await new Promise((resolve) => socket.on('close', resolve).resume());
      }),
    );
    await assertUnharmed();
  });

  test('a malformed request is refused, and a second request hidden in it is not served', async () => {
    const { assertUnharmed } = await setUp();
    const body = '{"email":"a@b.example","password":"x"}';
    const post = (lines: Record<string, string | number>, text: string, path = '/api/login') =>
      `POST ${path} HTTP/1.1\r\n${headLines({ host: 'x', 'content-type': 'application/json', ...lines })}\r\n${text}`;
    // A server that parses this as a request answers it with 200.
    const hidden = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n';
    const malformed: Record<string, string> = {
      'two lengths': `POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcdef${hidden}`,
      'a length and chunks': post({ 'content-length': 5, 'transfer-encoding': 'chunked' }, `0\r\n\r\n${hidden}`),
      'chunks twice': post({ 'transfer-encoding': 'chunked, chunked' }, `0\r\n\r\n${hidden}`),
      'an unknown transfer encoding': post({ 'transfer-encoding': 'xchunked' }, `0\r\n\r\n${hidden}`),
      'a chunk size that is not a number': post(
        { 'transfer-encoding': 'chunked' },
        `zz\r\n${body}\r\n0\r\n\r\n${hidden}`,
      ),
      'a chunk longer than its size': post({ 'transfer-encoding': 'chunked' }, `5\r\n${body}\r\n0\r\n\r\n${hidden}`),
      'a chunk size beyond 64 bits': post({ 'transfer-encoding': 'chunked' }, `ffffffffffffffffff\r\n${body}`),
      'a negative length': post({ 'content-length': -1 }, body),
      'a length with a sign': post({ 'content-length': '+5' }, `abcde${hidden}`),
      'a header without a colon': `GET /healthz HTTP/1.1\r\nhost: x\r\nbroken\r\n\r\n`,
      'a space before the colon': `POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length : 5\r\n\r\nabcde${hidden}`,
      'a folded header': `GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: 1\r\n folded\r\n\r\n`,
      'NUL in a header': `GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: a\0b\r\n\r\n`,
      'no host': `GET /healthz HTTP/1.1\r\n\r\n`,
      'two hosts': `GET /healthz HTTP/1.1\r\nhost: x\r\nhost: y\r\nconnection: close\r\n\r\n`,
      'another protocol': `GET /healthz HTTP/9.9\r\nhost: x\r\n\r\n`,
      'no protocol': `hello\r\n\r\n`,
      TLS: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'a space in the path': `GET /healthz x HTTP/1.1\r\nhost: x\r\n\r\n`,
      'too many headers': `GET /healthz HTTP/1.1\r\nhost: x\r\n${'x-a: b\r\n'.repeat(4000)}\r\n`,
      'a header too long': `GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(100_000)}\r\n\r\n`,
      'a path too long': `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
      'a cookie too long': `GET /api/user HTTP/1.1\r\nhost: x\r\ncookie: stowage_session=${'a'.repeat(14_000)}\r\nconnection: close\r\n\r\n`,
      'an invalid percent escape': `GET /api/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      'a path with ..': `GET /../../etc/passwd HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      'a path with encoded ..': `GET /storage/..%2f..%2fstowage.db HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      'no path': `GET HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
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
    for (const [title, bytes] of Object.entries(malformed)) {
      const answer = await exchange(server.port, Buffer.from(bytes, 'latin1'));
      const statuses = statusesIn(answer);
      // CONNECT gets no response. A body that ends early may get one more response from the parser.
      if (title !== 'CONNECT') assert.ok(statuses.length > 0, title);
      if (answer) assert.match(answer, /connection: close/i, title);
      for (const status of statuses) assert.ok(status >= 400 && status < 500, `${title}: ${answer.slice(0, 300)}`);
      const codes = [...answer.matchAll(/"code":"([^"]+)"/g)].map((match) => match[1] as string);
      // Node refuses a request without a host, with an empty body.
      assert.equal(codes.length, answer.split('application/json').length - 1, `${title}: ${answer}`);
      for (const code of codes) assert.ok(Object.hasOwn(errorCodes, code), `${title}: ${code}`);
    }
    await assertUnharmed();
  });

  test('an unusual request target bypasses no access check', async () => {
    const { file, assertUnharmed } = await setUp();
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
        `DELETE ${target.replace('teams', `files/${file.id}`)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      );
      assert.ok([400, 404, 419].includes(statusesIn(write)[0] as number), `${target}: ${write.slice(0, 200)}`);
    }
    await assertUnharmed();
  });

  test('no parameter, header or field can replace the method of a request, except _method=PUT of a form', async () => {
    const { file, credentials, assertUnharmed } = await setUp();
    const empty = formOf({}, 'new_file', []);
    const tricks: [string, string, Record<string, string>, string | Buffer | undefined][] = [
      ['POST', `/api/files/${file.id}?_method=DELETE`, empty.headers, empty.payload],
      ['POST', `/api/files/${file.id}?_method=delete`, empty.headers, empty.payload],
      ['POST', `/api/files/${file.id}?_method=PUT&_method=DELETE`, empty.headers, empty.payload],
      ['POST', `/api/files/${file.id}`, { 'x-http-method-override': 'DELETE', ...empty.headers }, empty.payload],
      [
        'POST',
        `/api/files/${file.id}?_method=PUT`,
        { 'x-http-method-override': 'DELETE', ...empty.headers },
        empty.payload,
      ],
      [
        'POST',
        `/api/files/${file.id}`,
        formOf({ _method: 'DELETE' }, 'new_file', []).headers,
        formOf({ _method: 'DELETE' }, 'new_file', []).payload,
      ],
      ['POST', `/api/files/${file.id}`, { 'content-type': 'application/x-www-form-urlencoded' }, '_method=DELETE'],
      ['PUT', `/api/files/${file.id}`, empty.headers, empty.payload],
      ['PATCH', `/api/files/${file.id}`, empty.headers, empty.payload],
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
    const path = `/api/files/${file.id}?_method=DELETE`;
    const details = await send(server.origin, { method: 'GET', path, headers: credentials });
    assert.deepEqual([details.statusCode, details.json().id], [200, file.id]);
    await assertUnharmed();
  });

  test('a form that exceeds a limit or is malformed is refused completely', async () => {
    const { credentials, assertUnharmed } = await setUp();
    const part = (headers: string, content = 'x') => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
    const fileHeader = (name: string) => `content-disposition: form-data; name="files[]"; filename="${name}"`;
    const good = part(fileHeader('good.txt'));
    const type = part('content-disposition: form-data; name="file_type_id"', '1');
    const end = '--b--\r\n';
    const forms: Record<string, string> = {
      'a part with 300 headers': good + type + part(`${fileHeader('x')}\r\n${'x-a: b\r\n'.repeat(300)}x-z: z`) + end,
      'a part with a header of 20 kB': good + type + part(`${fileHeader('x')}\r\nx-a: ${'a'.repeat(20_000)}`) + end,
      'a file name of 20 kB': good + type + part(fileHeader('x'.repeat(20_000))) + end,
      'a part with a header of 200 kB': good + type + part(`x-a: ${'a'.repeat(200_000)}\r\n${fileHeader('x')}`) + end,
      'a part whose headers never end': `${good}${type}--b\r\nx-a: ${'a'.repeat(2 * megabyte)}`,
      '2000 fields': good + type + part('content-disposition: form-data; name="n"').repeat(2000) + end,
      '2000 files': type + good.repeat(2000) + end,
      'a field of a megabyte':
        good + part('content-disposition: form-data; name="file_type_id"', '1'.repeat(megabyte)) + end,
      'a field whose name is 20 kB':
        good + type + part(`content-disposition: form-data; name="${'n'.repeat(20_000)}"`) + end,
      'a part without a name': good + type + part('content-disposition: form-data') + end,
      'a part without headers': `${good}${type}--b\r\n\r\nx\r\n${end}`,
      'a part with another disposition':
        good + type + part('content-disposition: attachment; name="files[]"; filename="x"') + end,
      'a part with malformed headers': good + type + part('nonsense') + end,
      'a line end in a file name': good + type + part(fileHeader('one\nname.txt')) + end,
      'a file in an unknown field':
        good + type + part('content-disposition: form-data; name="other"; filename="x"') + end,
      'a field named __proto__': good + type + part('content-disposition: form-data; name="__proto__"') + end,
      'a file in a field named constructor':
        good + type + part('content-disposition: form-data; name="constructor"; filename="x"') + end,
      'no end': good + type,
      'no end, in the middle of a file': good + type + part(fileHeader('cut.txt')).slice(0, -2),
      'an end before the beginning': end + good + type,
      nothing: '',
      'only an end': end,
      'no boundary': 'just text '.repeat(1000),
    };
    for (const [title, payload] of Object.entries(forms)) {
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
      assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, `${title}: ${answer.statusCode} ${answer.body}`);
      assert.ok(answer.json().message, title);
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

  test('a client that does not finish its headers is disconnected with 408, and others are served meanwhile', async () => {
    const { assertUnharmed } = await setUp();
    const slow = slowClients(server);
    await assertUnharmed();
    const answers = await slow;
    assert.deepEqual(answers.map(statusesIn), [[408], [408], [408]]);
    for (const answer of answers) assert.match(answer, /"code":"request\.timeout"/);
    await assertUnharmed();
  });
});

/** Connects clients that send their headers slowly, or not at all. Returns the received text of each once it is disconnected. */
function slowClients(server: ServerProcess): Promise<string[]> {
  const openings: [first: string, repeated: string][] = [
    ['GET /healthz HTTP/1.1\r\nhost: x\r\n', 'x-a: b\r\n'],
    ['POST /api/login HTTP/1.1\r\nhost: x\r\nx-a: ', 'a'],
    ['G', ''],
  ];
  return Promise.all(
    openings.map(async ([first, repeated]) => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {});
      socket.write(first);
      const drip = setInterval(() => socket.write(repeated), 1_000);
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

/** Sends chunks until the server closes the connection, 2 GB at most. */
async function sendEndlessly(server: ServerProcess, path: string, headers: Record<string, string>, opening: string) {
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

/** Sends a request in pieces with pauses between them, and reads nothing before the last piece. Returns the response. */
async function sendSlowly(server: ServerProcess, head: string, payload: Buffer): Promise<string> {
  const socket = connect(server.port, '127.0.0.1').pause();
  // A reset makes the system discard the part of the response that was not read.
  const failed = new Promise<string>((resolve) => socket.on('error', (error) => resolve(error.message)));
  socket.write(head);
  const piece = 2 * megabyte;
  for (let from = 0; from < payload.length && !socket.destroyed; from += piece) {
    socket.write(payload.subarray(from, from + piece));
    await sleep(20);
  }
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  const ended = new Promise<string>((resolve) => socket.on('end', () => resolve('')).resume());
  const problem = await Promise.race([failed, ended]);
  socket.destroy();
  return text + problem;
}
