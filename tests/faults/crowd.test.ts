import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesContract } from '#features/files/core/files.contract.ts';
import { credentialsOf, makeInstallation, send, startServer } from '#tests/server-process.ts';
import type { SocketResponse } from '#tests/server-process.ts';
import { storedIn } from '#tests/storage.ts';
import { formOf } from '#tests/visitor.ts';

const uploads = Number(process.env['CROWD_UPLOADS'] ?? 150);
const slowClients = Number(process.env['CROWD_SLOW_CLIENTS'] ?? 40);
const uploadBytes = 100_000;

/** The memory in bytes that all requests together may use beyond an idle server. */
const maxMoreBytes = 400 * 1024 * 1024;

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const memoryOf = async (pid: number, what: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

test(`${uploads} uploads at once, and ${slowClients} clients that never finish theirs`, async () => {
  const installation = await makeInstallation();
  const server = await startServer(installation, { LOG_LEVEL: 'warn' });
  const admin = await server.asAdmin();
  const headers = credentialsOf(admin);
  const before = await memoryOf(server.pid, 'VmRSS');

  const sockets = Array.from({ length: slowClients }, () => connect(server.port, '127.0.0.1').on('error', () => {}));
  const begun = formOf({ file_type_id: 1 }, 'files[]', [{ name: 'slow.bin', bytes: Buffer.alloc(50_000) }]);
  for (const socket of sockets) {
    const lines = { host: 'localhost', ...headers, ...begun.headers, 'content-length': begun.payload.length };
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST /api/upload HTTP/1.1\r\n${head.join('')}\r\n`);
    socket.write(begun.payload.subarray(0, 20_000));
  }

  // Each upload has its own connection, as from different computers.
  const agent = new Agent({ keepAlive: false });
  const sent = Array.from({ length: uploads }, (_, index) => ({
    name: `box ${index}.bin`,
    bytes: randomBytes(uploadBytes),
  }));
  const crowd = new AbortController();
  const others = (async () => {
    const statuses: number[] = [];
    do {
      statuses.push((await send(server.origin, { path: '/api/user', headers })).statusCode);
      await sleep(20);
    } while (!crowd.signal.aborted);
    return statuses;
  })();
  const answers = await Promise.all(
    sent.map(async (file): Promise<SocketResponse> => {
      const form = formOf({ file_type_id: 1 }, 'files[]', [file]);
      const length = { 'content-length': String(form.payload.length) };
      const asked = { method: 'POST', path: '/api/upload', headers: { ...headers, ...form.headers, ...length } };
      return send(server.origin, { ...asked, payload: form.payload, agent });
    }),
  );
  crowd.abort();
  const statuses = await others;
  assert.deepEqual([...new Set(statuses)], [200], 'others are served meanwhile');
  assert.ok((await memoryOf(server.pid, 'VmHWM')) - before < maxMoreBytes, 'memory stays bounded');

  for (const answer of answers) {
    if (answer.statusCode === 201) continue;
    assert.ok([429, 503].includes(answer.statusCode), `${answer.statusCode}: ${answer.body}`);
    assert.match(answer.json().message, /\w+ .*\.$/, 'a refusal is a sentence');
  }
  const acknowledged = sent.filter((_, index) => answers[index]?.statusCode === 201);
  const files = (await admin.call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);
  assert.deepEqual(files.map((file) => file.filename).toSorted(), acknowledged.map((file) => file.name).toSorted());
  for (const { name, bytes } of acknowledged) {
    const stored = files.find((file) => file.filename === name);
    const path = `/storage/${stored?.filepath}`;
    assert.equal(hashOf((await send(server.origin, { path, headers })).rawPayload), hashOf(bytes), name);
  }

  for (const socket of sockets) socket.destroy();
  const stored = storedIn(installation.environment);
  for (let tries = 0; tries < 100 && (await stored.stagedKeys()).length > 0; tries += 1) await sleep(50);
  assert.deepEqual(await stored.stagedKeys(), [], 'the unfinished uploads leave no blob');
  const ended = await server.stop();
  assert.deepEqual([ended.code, ended.stderr], [0, '']);
});
