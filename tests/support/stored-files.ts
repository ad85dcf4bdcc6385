import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { pagePerformanceContract } from '#features/page-performance/page-performance.contract.ts';
import { onDatabase } from './server-process.ts';
import type { Home } from './server-process.ts';
import { storedIn } from './storage.ts';
import type { Visitor } from './visitor.ts';

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export const listFiles = async (visitor: Visitor): Promise<File[]> =>
  (await visitor.call(filesContract.teamsWithFiles, {})).body.flatMap((team) => team.files);

export const fetchFile = (visitor: Visitor, { filepath }: File) =>
  visitor.send({ method: 'GET', url: `/storage/${filepath}?download=1` });

/** These files are listed, by name and hash, and no others; rows and blobs are the same, and nothing is in doubt. */
export async function assertWholeAndNothingElse(
  home: Home,
  visitor: Visitor,
  stored: Map<string, string>,
): Promise<void> {
  const files = await listFiles(visitor);
  assert.deepEqual(files.map((file) => file.filename).toSorted(), [...stored.keys()].toSorted());
  for (const file of files) {
    const answer = await fetchFile(visitor, file);
    assert.equal(hashOf(answer.rawPayload), stored.get(file.filename), file.filename);
  }
  const rows = await onDatabase<{ blob_key: string }>(home, 'select blob_key from files');
  const inStore = storedIn(home.environment);
  assert.deepEqual(await inStore.keys(), rows.map((row) => row.blob_key).toSorted());
  assert.deepEqual(await inStore.inDoubt(), []);
}

/** What people who keep uploading were told. */
export type UploadLedger = {
  /** Acknowledged, by name and hash. */
  stored: Map<string, string>;
  /** Never answered, or with a failure: stored whole or not at all. */
  unknown: Map<string, string>;
  failures: string[];
  isOver: boolean;
};

export const emptyLedger = (): UploadLedger => ({ stored: new Map(), unknown: new Map(), failures: [], isOver: false });

/** Uploads, reads back and asks who it is, until the ledger says that it is over. */
export async function keepUploading(visitor: Visitor, ledger: UploadLedger): Promise<void> {
  while (!ledger.isOver) {
    const bytes = randomBytes(1_000 + Math.floor(Math.random() * 300_000));
    const name = `kept ${randomBytes(8).toString('hex')}`;
    ledger.unknown.set(name, hashOf(bytes));
    const sent = await noted(ledger, 201, visitor.call(filesContract.upload, { file_type_id: 1 }, [{ name, bytes }]));
    if (sent?.status === 201) {
      ledger.stored.set(name, hashOf(bytes));
      ledger.unknown.delete(name);
      const read = await noted(ledger, 200, fetchFile(visitor, sent.body.files[0] as File));
      if (read?.statusCode === 200) assert.equal(hashOf(read.rawPayload), hashOf(bytes));
    }
    await noted(ledger, 200, visitor.send({ method: 'GET', url: '/api/user' }));
  }
}

/** Says something short now and then, so that connections are used, left alone and used again. */
export async function keepReporting(visitor: Visitor, ledger: UploadLedger): Promise<void> {
  const report = { screen: '/' as const, measurements: [{ name: 'LCP' as const, value: 1 }] };
  while (!ledger.isOver) {
    await noted(ledger, 204, visitor.call(pagePerformanceContract.report, report));
    await sleep(Math.random() * 40);
  }
}

/** The answer, or none when the connection broke. Anything but the expected status is a failure. */
async function noted<A extends { status: number } | { statusCode: number }>(
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
  if (status !== expected) ledger.failures.push(`${status} in place of ${expected}`);
  return answer;
}

/** What was never acknowledged may be there all the same; then it is as good as what was. */
export async function settleUnknown(visitor: Visitor, { stored, unknown }: UploadLedger): Promise<void> {
  for (const { filename } of await listFiles(visitor)) {
    const hash = unknown.get(filename);
    if (hash !== undefined) stored.set(filename, hash);
  }
}
