import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesContract } from '#features/files/core/files.contract.ts';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { programEnvironment } from '#tests/admin-program.ts';
import { openMailServer } from '#tests/mail-server.ts';
import { upload } from '#tests/make.ts';
import { occupyPort } from '#tests/occupied-port.ts';
import { exchange, preparedInstallation, serverProgram, startServer } from '#tests/server-process.ts';
import { adminPassword } from '#tests/test-app.ts';

const metricsToken = 'a-token-that-prometheus-has';
const tried = 'a-wrong-password-77';
const [given, chosen, linked] = ['a-crane-at-dusk-9', 'a-gull-at-dawn-12', 'a-tide-at-noon-31'];
const twice = (password: string) => ({ new_password: password, new_password_confirmation: password });

test('the log at level trace has an id for every request, and no secret', async (t) => {
  const mail = await openMailServer();
  t.after(mail.close);
  const installation = await preparedInstallation();
  // With PUBLIC_URL the server does not print its port, so the test chooses one.
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const server = await startServer(installation, {
    PORT: String(port),
    LOG_LEVEL: 'trace',
    METRICS_TOKEN: metricsToken,
    SMTP_URL: mail.url,
    MAIL_FROM: 'files@example.com',
    PUBLIC_URL: 'http://files.example.com',
  });
  const secrets = new Set([adminPassword, tried, given, chosen, linked, metricsToken]);
  const keep = (visitor: ReturnType<typeof server.visitor>) => {
    for (const value of visitor.cookies.values()) secrets.add(value);
    return visitor;
  };

  const stranger = keep(await server.visitor().prime());
  await stranger.signIn('admin@example.com', tried);
  const admin = keep(await server.asAdmin());
  const [file] = await upload(admin, 1, { name: 'a.txt' });
  const { filepath = '' } = file ?? {};
  for (const url of [`/storage/${filepath}?download=1`, '/api/user?password=in-a-query-5', '/api/nothing', '/api/%zz'])
    await admin.send({ method: 'GET', url });
  secrets.add('in-a-query-5');
  await admin.send({ method: 'POST', url: '/api/login', payload: `{"password": "${tried}",` });
  await admin.send({ method: 'POST', url: '/api/change-password', payload: { current_password: tried } });
  await admin.call(filesContract.teamsWithFiles, {});
  const registration = { name: 'Ann', email: 'ann@example.com', role_id: 3, team_id: 1 };
  const made = await admin.send({
    method: 'POST',
    url: '/api/register',
    payload: { ...registration, password: given, password_confirmation: given },
  });
  assert.equal(made.statusCode, 201, made.body);
  assert.equal((await admin.call(passwordsContract.reset, { user_id: 2, ...twice(chosen) })).status, 200);
  const ann = server.visitor();
  assert.equal((await ann.signIn('ann@example.com', chosen)).statusCode, 200);
  keep(ann);
  await stranger.call(passwordsContract.forgot, { email: 'ann@example.com' });
  const text = (await mail.next()).replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  const token = /new-password=([\w-]+)/.exec(text)?.[1] ?? '';
  assert.ok(token.length > 20);
  secrets.add(token);
  assert.equal((await stranger.call(passwordsContract.setByLink, { token, ...twice(linked) })).status, 200);
  await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });

  const { stdout, stderr } = await server.stop();
  const all = stdout + stderr;
  const secretKey = process.env['AWS_SECRET_ACCESS_KEY'];
  for (const secret of [...secrets, ...(secretKey ? [secretKey, 'X-Amz-Signature'] : [])])
    for (const spelt of [secret, encodeURIComponent(secret)]) assert.ok(!all.includes(spelt), `the log has ${secret}`);

  const lines = all.split('\n').filter((line) => line.startsWith('{'));
  const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
  assert.ok(answered.some(({ path, status }) => path === `/storage/${filepath}` && status === 200));
  const ids = answered.map(({ reqId }) => reqId as string);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.equal(new Set(ids).size, ids.length);
});

test('a refused call is a line of the log with caller, path and status', async () => {
  const server = await startServer(await preparedInstallation());
  const admin = await server.asAdmin();
  await admin.send({ method: 'GET', url: '/api/files/4711/preview?secret=1' });
  await server.visitor().send({ method: 'GET', url: '/api/users' });
  await exchange(server.port, 'GET /api/users HTTP/1.1\r\nhost localhost\r\n\r\n');
  const { stdout } = await server.stop();
  const lines = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  const invalid = lines.filter(({ code }) => code === 'request.malformed');
  assert.deepEqual(
    invalid.map(({ status, address }) => [status, address]),
    [[400, '127.0.0.1']],
  );
  const logged = lines.map(({ method, path, status, caller }) => ({ method, path, status, caller }));
  const refused = logged.filter(({ status }) => status === 401 || status === 404);
  assert.deepEqual(refused, [
    { method: 'GET', path: '/api/files/4711/preview', status: 404, caller: 1 },
    { method: 'GET', path: '/api/users', status: 401, caller: undefined },
  ]);
});

test('a server whose log cannot be written, because the disk of the log is full, answers and stops', async (t) => {
  const { port, free } = await occupyPort();
  await free();
  const { environment } = await preparedInstallation();
  const full = await open('/dev/full', 'w');
  t.after(() => full.close());
  const child = spawn(process.execPath, [serverProgram], {
    env: programEnvironment({ ...environment, PORT: String(port), LOG_LEVEL: 'debug' }),
    stdio: ['ignore', full.fd, 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok;
  while (child.exitCode === null && !(await isReady())) await sleep(20);
  for (let times = 0; times < 3; times += 1)
    assert.equal((await fetch(`http://127.0.0.1:${port}/api/user`)).status, 401);
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});

test('a server that stops writes every line of its log once and in order, also for a slow reader', async () => {
  const server = await startServer(await preparedInstallation());
  const readOn = server.pauseOutput();
  // Their lines are longer than what the operating system holds for a reader.
  const numbers = Array.from({ length: 80 }, (_, index) => String(index));
  const visitor = server.visitor();
  for (const number of numbers)
    await visitor.send({ method: 'GET', url: `/api/nothing/${number}/${'x'.repeat(8_000)}` });
  server.signal('SIGTERM');
  while ((await exchange(server.port, 'GET /healthz HTTP/1.0\r\n\r\n')) !== '') await sleep(20);
  readOn();
  const { code, stdout } = await server.ended;
  const logged = [...stdout.matchAll(/^\{.*"path":"\/api\/nothing\/(\d+)\/x+","status":404,.*\}$/gm)];
  assert.deepEqual([code, logged.map(([, number]) => number)], [0, numbers]);
});
