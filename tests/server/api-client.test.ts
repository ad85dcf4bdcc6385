import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { root } from '#tests/document-commands.ts';
import { makeContainer, programOf } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';

const packages = join(root, 'node_modules');
const generator = join(packages, 'stowage-api-client-types/node_modules/openapi-typescript/bin/cli.js');
const compiler = join(packages, 'typescript/bin/tsc');

/** What a stranger might do with the client of docs/api.md: uploads a file, links it, and uses a name that is not there. */
const more = `
const form = new FormData();
form.set('file_type_id', '1');
form.set('files[]', new Blob(['42 chairs']), 'chairs.txt');
const uploaded = await client.POST('/api/upload', { body: { file_type_id: 1 }, bodySerializer: () => form });
const [file] = uploaded.data?.files ?? [];
const [container] = data?.containers ?? [];
if (!file || !container) throw new Error(JSON.stringify([uploaded.error, error]));
const linked = await client.POST('/api/containers/{id}/files', {
  params: { path: { id: container.id } },
  body: { file_ids: [file.id] },
});
console.log('linked', linked.response.status, file.filename);
// @ts-expect-error -- a call that is not in the document
export const askNothing = () => client.GET('/api/no-such-call');
// @ts-expect-error -- a field that is not in the document
void container.no_such_field;
`;

test('a client that is generated from the API document compiles, and lists, uploads and links', async () => {
  const app = await openTestApp();
  const folder = await mkdtemp(join(tmpdir(), 'stowage-client-'));
  const run = (program: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
    promisify(execFile)(process.execPath, [program, ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      timeout: 120_000,
    }).catch((failure: Error & { stdout: string }) => assert.fail(`${failure.message}\n${failure.stdout}`));
  try {
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    await makeContainer(app, { name: 'Chairs' });
    const { token } = await programOf(app, 1, { areas: ['files', 'containers'] });
    const url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
    const answer = await fetch(`${url}/api/openapi.json`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(answer.status, 200);
    await writeFile(join(folder, 'openapi.json'), await answer.text());
    const guide = await readFile(join(root, 'docs/api.md'), 'utf8');
    const [, client = ''] = /^## Typed client$.*?^```ts\n(.*?)^```/ms.exec(guide) ?? [];
    await writeFile(join(folder, 'client.mts'), client + more);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await symlink(packages, join(folder, 'node_modules'));
    await run(generator, ['openapi.json', '-o', 'stowage.d.ts']);
    const options = '--noEmit --strict --module nodenext --target esnext --types node --allowImportingTsExtensions';
    await run(compiler, [...options.split(' '), 'client.mts']);
    const { stdout } = await run('client.mts', [], { STOWAGE_URL: url, STOWAGE_TOKEN: token });
    assert.match(stdout, /Chairs/);
    assert.match(stdout, /linked 20\d chairs\.txt/);
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
});
