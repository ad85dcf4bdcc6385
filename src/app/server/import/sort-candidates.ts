import { posix } from 'node:path';
import { cleanFileName } from '#features/files/core/files.rules.ts';
import { cleanFolder } from '#features/files/core/folders.rules.ts';
import type { AdminContext } from '../admin/admin-context.ts';
import type { Rules } from './import-rules.ts';
import { texts } from './import.texts.ts';
import type { ImportCounts } from './import.texts.ts';
import type { Found } from './walk-folder.ts';

export type ImportUser = { id: number; name: string; email: string };

export type Target = {
  context: AdminContext;
  /** The folder of the new files. */
  into: string;
  user: ImportUser;
  rules: Rules;
  /** Stores another content under a known path as a new version. */
  update: boolean;
};

export type Candidate = {
  bytes: Buffer;
  path: string;
  size: number;
  folder: string;
  filename: string;
  /** The stored path differs from the path of the source, so another source may have the same stored path. */
  isCleaned: boolean;
  teamId: number;
  typeId: number;
};

/**
 * The rows and the words of so many files are one transaction: the server beside it waits for each on SQLite. The bytes
 * bound the work that is lost when the import is killed.
 */
const maxFilesInBatch = 50;
const maxBytesInBatch = 256 * 1024 * 1024;

/** Files that operating systems and open programs leave in folders. */
const systemFile = /^(thumbs\.db|desktop\.ini|\.ds_store|\._.*|~\$.*|\.~lock\..*#|ehthumbs\.db|\.directory)$/i;

/** Leaves out files that cannot be stored, with the reason, and returns the other files in batches. */
export async function* sortCandidates(
  target: Target,
  found: AsyncIterable<Found>,
  counts: ImportCounts,
  say: (line: string) => void,
): AsyncGenerator<Candidate[]> {
  const leaveOut = (path: string, reason: string, as: 'skipped' | 'leftOut') => {
    counts[as] += 1;
    say(texts.leftOut(path, reason));
  };
  let batch: Candidate[] = [];
  let bytes = 0;
  for await (const one of found) {
    counts.seen += 1;
    const sorted = sortOne(target, one);
    if ('reason' in sorted) {
      leaveOut(one.path, sorted.reason, sorted.as);
      continue;
    }
    if (sorted.isCleaned) say(texts.cleaned(sorted.path, `${sorted.folder}/${sorted.filename}`));
    if (bytes + sorted.size > maxBytesInBatch && batch.length > 0) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(sorted);
    bytes += sorted.size;
    if (batch.length === maxFilesInBatch) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
  }
  if (batch.length > 0) yield batch;
}

function sortOne(target: Target, one: Found): Candidate | { reason: string; as: 'skipped' | 'leftOut' } {
  const { reasons } = texts;
  if (one.kind === 'unreadable') return { reason: reasons.unreadable(one.code), as: 'leftOut' };
  if (one.kind !== 'file') return { reason: reasons[one.kind], as: 'leftOut' };
  const name = posix.basename(one.path);
  if (systemFile.test(name)) return { reason: reasons.system, as: 'skipped' };
  const { teamId, typeId, isSkipped } = target.rules(one.path);
  if (isSkipped) return { reason: reasons.rule, as: 'skipped' };
  if (teamId === undefined) return { reason: reasons.noTeam, as: 'leftOut' };
  if (typeId === undefined) return { reason: reasons.noType, as: 'leftOut' };
  const { maxUploadBytes } = target.context.config;
  if (one.size > maxUploadBytes) return { reason: reasons.tooLarge(maxUploadBytes), as: 'leftOut' };
  const filename = cleanFileName(name);
  const given = [target.into, ...one.path.split('/').slice(0, -1)].join('/');
  const folder = cleanFolder(given) ?? target.into;
  const isCleaned = !one.isExact || filename !== name || folder !== given;
  return { bytes: one.bytes, path: one.path, size: one.size, folder, filename, isCleaned, teamId, typeId };
}
