import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { exampleRequests, exampleValues, signInExample } from '#features/api-document/server/example-requests.ts';
import { containerRows, exampleStates, userRows } from '#tests/example-states.ts';
import { asAdmin } from '#tests/make.ts';
import { mountedEndpoints } from '#tests/mounted-endpoints.ts';
import { adminPassword, useTestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const unescaped = (html: string) => html.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

const [prepareToken = ''] = signInExample.split('\n');

/** These need a provider of single sign-on, a browser with a passkey, or a mail server. The tests of their features make them. */
const needOthers = [
  'POST /api/login/provider',
  'POST /api/login/provider/finish',
  'POST /api/login/passkey/begin',
  'POST /api/login/passkey',
  'POST /api/passkeys/begin',
  'POST /api/passkeys',
  'POST /api/system/test-mail',
];

/** Above the size of the API page and its document. */
const maxBuffer = 16 * 1024 * 1024;

/** These work only before there are files and containers, the last one first. */
const first = ['DELETE /api/sample', 'POST /api/sample'];

const skip = spawnSync('curl', ['--version']).status === 0 ? false : 'curl is not installed';

describe('an example of the API page', { skip }, () => {
  const app = useTestApp();
  const shared = { folder: '', origin: '', page: '' };
  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stowage-examples-'));
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.app.server.address() as AddressInfo;
    const { body: page } = await (await asAdmin(app)).send({ method: 'GET', url: '/api/docs' });
    Object.assign(shared, { folder, page, origin: `http://127.0.0.1:${port}` });
    // The status follows the response, without a change of the example.
    await writeFile(join(folder, '.curlrc'), 'silent\nmax-time = 60\nwrite-out = "\\n%{http_code}"\n');
    for (const [name, content] of Object.entries({
      'report.pdf': containerRows,
      'containers.csv': containerRows,
      'users.csv': userRows,
    }))
      await writeFile(join(folder, name), content);
  });
  after(() => rm(shared.folder, { recursive: true }));

  const environment = (values: Record<string, string | number>) => ({
    env: { ...process.env, CURL_HOME: shared.folder, URL: shared.origin, ...values } as NodeJS.ProcessEnv,
    cwd: shared.folder,
  });
  const run = async (command: string, values: Record<string, string | number>) => {
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { ...environment(values), maxBuffer });
    return stdout;
  };
  const saveCookies = (visitor: Visitor) =>
    writeFile(
      join(shared.folder, 'cookies.txt'),
      [...visitor.cookies].map(([name, value]) => `127.0.0.1\tFALSE\t/\tFALSE\t0\t${name}\t${value}\n`).join(''),
    );

  /** Runs an endless response until its first bytes. */
  const runUntilOutput = async (command: string) => {
    const program = spawn('sh', ['-c', `exec ${command}`], environment({}));
    for await (const bytes of program.stdout) {
      program.kill();
      return String(bytes);
    }
    return '';
  };

  test('signs in and keeps the session for the others', async () => {
    const output = await run(`${signInExample}\ncurl -b cookies.txt "$URL/api/user"`, {
      EMAIL: 'admin@example.com',
      PASSWORD: adminPassword,
    });
    assert.match(output, /^\n204\{"user":.+\n200\{"id":1,.+\n200$/s);
  });

  test('can be pasted, and succeeds', async () => {
    const examples = [
      ...shared.page.matchAll(
        /<section id="[^"]+">\n<h3><code><b[^>]*>(\w+)<\/b> ([^<]+)<.+?<pre tabindex="0">(curl .+?)<\/pre>/gs,
      ),
    ]
      .map(([, method, path = '', example = '']) => ({
        call: `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
        example: unescaped(example),
      }))
      .toSorted((one, other) => first.indexOf(other.call) - first.indexOf(one.call));
    assert.equal(examples.length, mountedEndpoints().length);
    const admin = await asAdmin(app);
    const stateOf = exampleStates(app, admin);
    const failed: string[] = [];
    for (const { call, example } of examples.filter((one) => !needOthers.includes(one.call))) {
      const { values, caller = admin } = await stateOf(call, example);
      await saveCookies(caller);
      const output = call.endsWith('/api/events')
        ? await runUntilOutput(example)
        : await run(`${prepareToken}\ntoken\n${example}`, values).catch(String);
      if (!/\n2\d\d$|^(retry|:|event)/.test(output)) failed.push(`${example}\n${output.slice(-400)}`);
    }
    assert.deepEqual(failed, []);
  });

  test('has only variables that the page lists, and belongs to a call', () => {
    const listed = [...exampleValues.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    const used = [...shared.page.matchAll(/<pre tabindex="0">(curl .+?)<\/pre>/gs)].flatMap(([, example = '']) =>
      [...example.matchAll(/\$([A-Z_]*)/g)].map(([, name]) => name),
    );
    assert.deepEqual(
      [...new Set(used)].filter((name) => name !== 'TOKEN' && name !== '').toSorted(),
      listed.toSorted(),
    );
    const calls = new Set(mountedEndpoints().map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`));
    assert.deepEqual(
      Object.keys(exampleRequests).filter((call) => !calls.has(call)),
      [],
    );
  });
});
