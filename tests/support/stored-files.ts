import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { pagePerformanceContract } from '#features/page-performance/page-performance.contract.ts';
import { asAdmin } from './make.ts';
import { queryDatabase } from './server-process.ts';
import type { Installation } from './server-process.ts';
import { storedIn } from './storage.ts';
import { openTestApp } from './test-app.ts';
import type { Visitor } from './visitor.ts';

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export const listFiles = async (visitor: Visitor): Promise<File[]> =>
  (await visitor.call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);

/** Opens the installation in this process. Returns the names of its files. */
export async function fileNamesIn({ environment }: Installation): Promise<string[]> {
  const app = await openTestApp(environment);
  const files = await listFiles(await asAdmin(app));
  await app.close();
  return files.map((file) => file.filename);
}

export const fetchFile = (visitor: Visitor, { filepath }: File) =>
  visitor.send({ method: 'GET', url: `/storage/${filepath}?download=1` });

/**
 * Fails unless exactly these files (hash by name) are listed, every row has its blob and the reverse, and no blob is uncommitted.
 */
export async function assertStoredExactly(
  installation: Installation,
  visitor: Visitor,
  stored: Map<string, string>,
): Promise<void> {
  const files = await listFiles(visitor);
  assert.deepEqual(files.map((file) => file.filename).toSorted(), [...stored.keys()].toSorted());
  for (const file of files) {
    const answer = await fetchFile(visitor, file);
    assert.equal(hashOf(answer.rawPayload), stored.get(file.filename), file.filename);
  }
  const rows = await queryDatabase<{ blob_key: string }>(installation, 'select blob_key from files');
  const inStore = storedIn(installation.environment);
  assert.deepEqual(await inStore.keys(), rows.map((row) => row.blob_key).toSorted());
  assert.deepEqual(await inStore.stagedKeys(), []);
}

/** The results of clients that upload in a loop. */
export type UploadLedger = {
  /** Hashes of the acknowledged uploads, by name. */
  stored: Map<string, string>;
  /** Hashes of uploads without a response or with an error, by name. Each is stored completely or not at all. */
  unknown: Map<string, string>;
  failures: string[];
  isOver: boolean;
};

export const newLedger = (): UploadLedger => ({ stored: new Map(), unknown: new Map(), failures: [], isOver: false });

/** Uploads, downloads and requests the session in a loop, until the ledger is over. */
export async function keepUploading(visitor: Visitor, ledger: UploadLedger): Promise<void> {
  while (!ledger.isOver) {
    const bytes = randomBytes(1_000 + Math.floor(Math.random() * 300_000));
    const name = `kept ${randomBytes(8).toString('hex')}`;
    ledger.unknown.set(name, hashOf(bytes));
    const sent = await recorded(
      ledger,
      201,
      visitor.call(filesContract.upload, { file_type_id: 1 }, [{ name, bytes }]),
    );
    if (sent?.status === 201) {
      ledger.stored.set(name, hashOf(bytes));
      ledger.unknown.delete(name);
      const read = await recorded(ledger, 200, fetchFile(visitor, sent.body.files[0] as File));
      if (read?.statusCode === 200) assert.equal(hashOf(read.rawPayload), hashOf(bytes));
    }
    await recorded(ledger, 200, visitor.send({ method: 'GET', url: '/api/user' }));
  }
}

/** Sends small requests with random pauses, so that connections become idle and are used again. */
export async function keepReporting(visitor: Visitor, ledger: UploadLedger): Promise<void> {
  const report = { screen: '/' as const, measurements: [{ name: 'LCP' as const, value: 1 }] };
  while (!ledger.isOver) {
    await recorded(ledger, 204, visitor.call(pagePerformanceContract.report, report));
    await sleep(Math.random() * 40);
  }
}

/** Returns the response, or undefined when the connection broke. Records any other status as a failure. */
async function recorded<A extends { status: number } | { statusCode: number }>(
  ledger: UploadLedger,
  expected: number,
  asked: Promise<A>,
): Promise<A | undefined> {
  const answer = await asked.catch((error: Error) => error);
  if (answer instanceof Error) {
    ledger.failures.push(answer.message);
    return undefined;
  }
  const status = 'status' in answer ? answer.status : answer.statusCode;
  if (status !== expected) ledger.failures.push(`${status} instead of ${expected}`);
  return answer;
}

/** An upload without an acknowledgement may be stored. Adds those that are listed to the stored ones. */
export async function settleUnknown(visitor: Visitor, { stored, unknown }: UploadLedger): Promise<void> {
  for (const { filename } of await listFiles(visitor)) {
    const hash = unknown.get(filename);
    if (hash !== undefined) stored.set(filename, hash);
  }
}
