import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { Terminal } from '../../src/app/server/admin/terminal.ts';
import { backUpNow } from '../../src/app/server/backups/commands.ts';
import { asAdmin } from './make.ts';
import type { TestApp } from './test-app.ts';

export const { signal } = new AbortController();

/** A terminal that collects the output of a command. */
export function listen(): Terminal & { said: string[] } {
  const said: string[] = [];
  return { said, say: (text: string) => void said.push(text), showProgress: () => new DisposableStack() };
}

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-points-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes a restore point, and returns the exit code and the output of the command. */
export async function backUp(
  app: TestApp,
  takeOver = false,
  terminal = listen(),
): Promise<{ code: number; said: string }> {
  const code = await backUpNow(app.ctx, { takeOver, signal }, terminal);
  return { code, said: terminal.said.join('\n') };
}

/** Returns the bytes of each listed file, by its name. */
export async function contentsOf(app: TestApp): Promise<Record<string, string>> {
  const admin = await asAdmin(app);
  const teams = (await admin.call(filesContract.teamsWithFiles, {})).body;
  const contents: Record<string, string> = {};
  for (const { filename, filepath } of teams.flatMap((team) => team.files)) {
    const answer = await admin.send({ method: 'GET', url: `/storage/${filepath}` });
    assert.equal(answer.statusCode, 200);
    contents[filename] = answer.rawPayload.toString('hex');
  }
  return contents;
}
