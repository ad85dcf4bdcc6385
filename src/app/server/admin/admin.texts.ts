import type { NamedBy } from '#features/integrity/server/integrity.queries.ts';
import type { Problem } from '#server/blobs/examine-blob.ts';
import { counted, formatSize } from '#shared/format.ts';

const quoted = (text: string) => JSON.stringify(text);

const places = { file: '', trash: ', in the trash', version: ', an earlier version' };

const named = (names: readonly NamedBy[]) =>
  names
    .map(({ file_id, filename, team, kind }) => {
      const ofTeam = team === null ? '' : ` of ${quoted(team)}`;
      return `${quoted(filename)} (file ${file_id}${ofTeam}${places[kind]})`;
    })
    .join('; ');

/** What the commands of an administrator say on a terminal. */
export const texts = {
  usage: (commands: readonly { usage: string; says: string }[]) => {
    const width = Math.max(...commands.map(({ usage }) => usage.length));
    return ['Usage:', ...commands.map(({ usage, says }) => `  npm run admin -- ${usage.padEnd(width)}  ${says}`)].join(
      '\n',
    );
  },

  counting: 'Counting...',
  lookingForOrphans: (seen: number) => `Looking for what no record names: ${counted(seen, 'stored file')}`,
  progress: (verb: string, done: { blobs: number; bytes: number }, all: { blobs: number; bytes: number }) =>
    `${verb} ${done.blobs.toLocaleString('en-US')} of ${counted(all.blobs, 'stored file')}, ${formatSize(done.bytes)} of ${formatSize(all.bytes)}`,
  problem: (problem: string, names: readonly NamedBy[], detail: string, key: string) =>
    `${problem.padEnd(8)} ${named(names)} ${detail} [blob ${key}]`,
  orphan: (key: string) => `orphan   no record names it [blob ${key}]`,
  verified: (blobs: number, bytes: number) => `${counted(blobs, 'stored file')} read, ${formatSize(bytes)}.`,
  allWell: 'All of them are what was stored.',
  problems: (missing: number, damaged: number, orphans: number) =>
    `${missing} missing, ${damaged} damaged, ${orphans} without a record.`,
  orphansAdvice: 'What has no record is not removed: it may belong to records that were lost.',
  mended: (count: number) =>
    `${counted(count, 'stored file')} that ${count === 1 ? 'was' : 'were'} damaged before ${count === 1 ? 'is' : 'are'} well again.`,

  chainWhole: (entries: number) => `The audit log is unbroken: ${counted(entries, 'entry', 'entries')}.`,
  chainBreak: (number: number, problem: 'changed' | 'missing' | 'added') =>
    `audit    entry ${number} ${{ changed: 'was changed', missing: 'is missing', added: 'was added' }[problem]}`,
  chainBroken: (places: number) =>
    `The audit log is broken in ${counted(places, 'place')}: somebody changed it by hand.`,
  newestEntry: (number: number, hash: string) =>
    number === 0 ? 'The audit log is empty.' : `The newest entry of the audit log: ${number} ${hash}`,

  fileIsThere: (path: string) => `${path} is there already. Choose another name; nothing is overwritten.`,
  partIsThere: (path: string) =>
    `${path} is there already: another backup is being written, or one was cut short. If none is under way, remove it and try again.`,
  noSuchFolder: (path: string) => `${path} cannot be written: there is no such folder.`,
  cannotWrite: (path: string, reason: string) => `${path} cannot be written: ${reason}. Nothing of it is left.`,
  stopped: 'Stopped. Nothing of the backup is left.',
  savingRecords: (table: string) => `Saving the records: ${table}`,
  saved: (path: string, blobs: number, bytes: number) =>
    `${path} holds all records and ${counted(blobs, 'stored file')}, ${formatSize(bytes)}.`,
  savedWithProblems: (missing: number, damaged: number) =>
    `But ${missing} missing and ${damaged} damaged in the store; they are named above. All else is in the backup.`,

  noSuchFile: (path: string) => `There is no file ${path}.`,
  cannotRead: (path: string, reason: string) => `${path} cannot be read: ${reason}. Nothing was changed.`,
  notABackup: (path: string) => `${path} is not a backup of this program.`,
  damagedBackup: (path: string, reason: string) =>
    `${path} is damaged and cannot be restored: ${reason}. Nothing was changed.`,
  newerBackup: (path: string) =>
    `${path} was made by a newer version of this program. Restore it with that version. Nothing was changed.`,
  cut: 'its end is missing',
  changed: 'its content is not what was written',
  checking: (read: number, all: number) => `Checking the backup: ${formatSize(read)} of ${formatSize(all)}`,
  restoring: (read: number, all: number) => `Restoring: ${formatSize(read)} of ${formatSize(all)}`,
  halfRestored: (dataDir: string, reason: string) =>
    `The restore was not finished: ${reason}. No server starts on what is there now. Empty ${dataDir}, and the database and the bucket where there are such, and restore again.`,
  unknownBlob: (key: string) => `the blob ${key} is in it, but no record names it`,
  wrongBlob: (key: string) => `the blob ${key} is not what its record says`,
  missingBlobs: (count: number) => `${counted(count, 'blob')} that the records name are not in it`,
  restored: (madeAt: string, people: number, blobs: number, bytes: number) =>
    `Restored what was saved at ${madeAt}: ${counted(people, 'person', 'people')}, ${counted(blobs, 'stored file')}, ${formatSize(bytes)}.`,
  restoredWithProblems: (count: number) =>
    `${counted(count, 'stored file')} ${count === 1 ? 'was' : 'were'} missing or damaged when the backup was made and still ${count === 1 ? 'is' : 'are'}.`,
  startNow: 'Start it with: npm start',

  nowhereToMove: 'Say where to: --to-database postgres://…, --to-storage s3://…, or both; not where it is already.',
  nothingToMove: 'There is nothing to move yet. Start the server with the new settings instead.',
  copyingRecords: (table: string) => `Copying the records: ${table}`,
  rowsDiffer: (table: string, here: number, there: number) =>
    `The copy of ${table} has ${there} rows in place of ${here}. Nothing was changed here; move it again.`,
  anothersStore: (name: string) => `${name} holds the files of another database. Choose another bucket or prefix.`,
  badCopy: (key: string, detail: string) =>
    `The copy of the blob ${key} ${detail}. Nothing was changed here; look after the new store, and move it again.`,
  notMoved: (key: string, problem: Problem) => `${problem.padEnd(8)} [blob ${key}]`,
  moveStopped: 'Stopped. Nothing was changed here; the same command goes on where it stopped.',
  moved: (hasNewDatabase: boolean, hasNewStore: boolean) => {
    const settings = [...(hasNewDatabase ? ['DATABASE_URL'] : []), ...(hasNewStore ? ['STORAGE_URL'] : [])];
    return `Everything was copied and compared; nothing was changed here. Set ${settings.join(' and ')} to the new place and start the server.`;
  },
  movedWithProblems: (count: number) =>
    `${counted(count, 'stored file')} ${count === 1 ? 'was' : 'were'} missing or damaged before and still ${count === 1 ? 'is' : 'are'}; npm run admin -- verify names ${count === 1 ? 'it' : 'them'}.`,
} as const;
