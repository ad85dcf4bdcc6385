import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { countWork } from '#server/database/work.queries.ts';
import { root } from '#tests/document-commands.ts';
import { extractStored } from '#tests/extraction.ts';
import { readFixture } from '#tests/fixtures.ts';
import { asAdmin, programOf } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';

const programs = [
  { name: 'curl', language: 'bash', run: ['bash'], file: 'example.sh' },
  { name: 'Python', language: 'python', run: ['python3'], file: 'example.py' },
  { name: 'TypeScript', language: 'ts', run: [process.execPath], file: 'example.mts' },
] as const;

const isInstalled = (command: string) => spawnSync(command, ['--version']).status === 0;

describe('a program of docs/api.md', () => {
  const app = useTestApp();
  const shared = { folder: '', url: '' };
  before(async () => {
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const folder = await mkdtemp(join(tmpdir(), 'stowage-guide-'));
    Object.assign(shared, { folder, url: `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}` });
    const admin = await asAdmin(app);
    const chairs = {
      name: 'Chairs',
      container_no: 'PO-2026-4711',
      expected_date: '2099-01-01',
      ex_factory_date: '2098-12-01',
    };
    await admin.call(containersContract.create, chairs);
    const tables = await admin.call(containersContract.create, {
      ...chairs,
      name: 'Tables',
      container_no: 'PO-2026-9',
    });
    const delay = { kind: 'pfi', reason: 'The factory is late.', new_date: '2099-02-01' } as const;
    await admin.send({ method: 'POST', url: `/api/containers/${tables.body.id}/delay`, payload: delay });
  });
  after(() => rm(shared.folder, { recursive: true, force: true }));

  /** Runs a program, and reads its upload while it waits for the text. */
  async function runWithReader(command: string, file: string, options: { cwd: string; env: NodeJS.ProcessEnv }) {
    const ended = new AbortController();
    const running = promisify(execFile)(command, [file], { ...options, timeout: 60_000 }).finally(() => ended.abort());
    const reading = (async () => {
      while (!ended.signal.aborted && (await countWork(app.ctx.db, 'extraction')) === 0) await setTimeout(50);
      await extractStored(app);
    })();
    const [{ stdout }] = await Promise.all([running, reading]);
    return stdout;
  }

  for (const { name, language, run, file } of programs) {
    const needed = name === 'curl' ? 'curl' : run[0];
    const skip = isInstalled(needed) ? false : `${needed} is not installed`;
    test(`in ${name} uploads, waits for the text, links, and lists what is late`, { skip }, async () => {
      const guide = await readFile(join(root, 'docs/api.md'), 'utf8');
      const [, program = ''] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(guide) ?? [];
      assert.ok(program.split('\n').length <= 25, 'a short program');
      await writeFile(join(shared.folder, file), program);
      // A content that is stored already is not read again.
      const content = [readFixture('bill-of-lading.pdf'), Buffer.from(`\n% ${name}`)];
      await writeFile(join(shared.folder, 'invoice.pdf'), Buffer.concat(content));
      const { token } = await programOf(app, 1, { areas: ['files', 'containers'] });
      const env = { ...process.env, STOWAGE_URL: shared.url, STOWAGE_TOKEN: token };
      const stdout = await runWithReader(run[0], file, { cwd: shared.folder, env });
      assert.match(stdout, /PO-2026-9/);
      const admin = await asAdmin(app);
      const [chairs] = (await admin.call(containersContract.page, { search: 'PO-2026-4711' })).body.containers;
      const linked = await admin.send({ method: 'GET', url: `/api/containers/${chairs?.id}/files` });
      assert.ok(linked.body.includes('invoice'), linked.body);
    });
  }
});
