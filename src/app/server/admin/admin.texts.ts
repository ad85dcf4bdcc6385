import type { NamedBy } from '#features/integrity/server/integrity.queries.ts';
import type { Problem } from '#server/blobs/examine-blob.ts';
import { counted, formatSize } from '#shared/format.ts';
import { adminCommand } from '../commands.ts';

const quoted = (text: string) => JSON.stringify(text);

const labels = { file: '', trash: ', in the trash', version: ', an earlier version' };

const listNames = (names: readonly NamedBy[]) =>
  names
    .map(({ file_id, filename, team, kind }) => {
      const ofTeam = team === null ? '' : ` of ${quoted(team)}`;
      return `${quoted(filename)} (file ${file_id}${ofTeam}${labels[kind]})`;
    })
    .join('; ');

const usageWidth = 40;

/** The texts that the admin commands print on the terminal. */
export const texts = {
  usage: (commands: readonly { usage: string; description: string }[]) =>
    [
      'Usage:',
      ...commands.map(({ usage, description }) => {
        const start = `  ${adminCommand} ${usage.padEnd(usageWidth)}  `;
        // The description of a longer usage is on a line of its own.
        return usage.length > usageWidth
          ? `${start.trimEnd()}\n${' '.repeat(8)}${description}`
          : `${start}${description}`;
      }),
      '',
      'The settings are those of the server: environment variables, or lines of the file .env.',
    ].join('\n'),
  noCommand: 'Name a command.',
  unknownCommand: (name: string) => `There is no command ${quoted(name)}.`,
  missingWord: (group: string, words: readonly string[]) =>
    `Add a word after ${quoted(group)}: ${new Intl.ListFormat('en', { type: 'disjunction' }).format(words).replace(', or ', ' or ')}.`,
  missingOperand: (usage: string, name: string) => `${name} is missing. Usage: ${adminCommand} ${usage}`,
  tooManyOperands: (usage: string, extra: string) =>
    `${quoted(extra)} is not expected. Usage: ${adminCommand} ${usage}`,
  unknownOption: (usage: string, option: string) =>
    `The command does not know ${option}. Usage: ${adminCommand} ${usage}`,

  counting: 'Counting...',
  lookingForOrphans: (seen: number) => `Looking for stored files without a record: ${counted(seen, 'stored file')}`,
  progress: (verb: string, done: { blobs: number; bytes: number }, all: { blobs: number; bytes: number }) =>
    `${verb} ${done.blobs.toLocaleString('en-US')} of ${counted(all.blobs, 'stored file')}, ${formatSize(done.bytes)} of ${formatSize(all.bytes)}`,
  problem: (problem: string, names: readonly NamedBy[], detail: string, key: string) =>
    `${problem.padEnd(8)} ${listNames(names)} ${detail} [blob ${key}]`,
  orphan: (key: string) => `orphan   without a record [blob ${key}]`,
  verified: (blobs: number, bytes: number) => `${counted(blobs, 'stored file')} read, ${formatSize(bytes)}.`,
  allWell: 'All of them are undamaged.',
  problems: (missing: number, damaged: number, orphans: number) =>
    `${missing} missing, ${damaged} damaged, ${orphans} without a record.`,
  orphansAdvice: 'Files without a record are not removed, because they may belong to lost records.',
  mended: (count: number) =>
    `${counted(count, 'stored file')} that ${count === 1 ? 'was' : 'were'} damaged before ${count === 1 ? 'is' : 'are'} undamaged again.`,

  databaseUndamaged: 'The database is undamaged.',
  databaseDamaged: (problems: readonly string[]) =>
    [
      'The database is damaged. Stop the server and restore it from a backup.',
      ...problems.map((one) => `database ${one}`),
    ].join('\n'),

  chainWhole: (entries: number) => `The audit log is unbroken: ${counted(entries, 'entry', 'entries')}.`,
  chainBreak: (number: number, problem: 'changed' | 'missing' | 'added') =>
    `audit    entry ${number} ${{ changed: 'was changed', missing: 'is missing', added: 'was added' }[problem]}`,
  chainBroken: (labels: number) =>
    `The audit log is broken in ${counted(labels, 'place')}. It was changed outside of this program.`,
  newestEntry: (number: number, hash: string) =>
    number === 0 ? 'The audit log is empty.' : `The newest entry of the audit log: ${number} ${hash}`,

  keepNeedsFolder: (path: string) =>
    `--keep needs a folder, and ${path} is not one. Only backups with names by this program are removed.`,
  notANumber: (option: string) => `${option} must be a whole number from 1 to 10000.`,
  keptBackups: (kept: number, removed: number) =>
    `The new backup was read again and is complete. ${counted(kept, 'backup')} kept, ${removed} removed.`,

  noSuchUser: (email: string) => `No user has the e-mail address ${email}.`,
  lastAdministrator: (name: string) =>
    `${name} is the only administrator who can sign in. Create another one first: ${adminCommand} create-admin EMAIL`,
  suspended: (name: string) => `${name} is signed out everywhere and cannot sign in until reactivated.`,
  reactivated: (name: string) => `${name} can sign in again.`,

  fileIsThere: (path: string) => `${path} is there already. Choose another name; backups overwrite no file.`,
  partIsThere: (path: string) =>
    `${path} is there already: another backup is running, or one was interrupted. If none is running, remove the file and try again.`,
  noSuchFolder: (path: string) => `${path} cannot be written: there is no such folder.`,
  cannotWrite: (path: string, reason: string) => `${path} cannot be written: ${reason}. Nothing of it is left.`,
  stopped: 'Stopped. The incomplete backup was removed.',
  savingRecords: (table: string) => `Saving the records: ${table}`,
  saved: (path: string, blobs: number, bytes: number) =>
    `${path} holds all records and ${counted(blobs, 'stored file')}, ${formatSize(bytes)}.`,
  savedWithProblems: (missing: number, damaged: number) =>
    `${missing} stored files are missing and ${damaged} damaged; they are listed above. The backup contains everything else.`,

  noSuchFile: (path: string) => `There is no file ${path}.`,
  noBackupIn: (folder: string) => `${folder} is a folder without restore points. Name the file of a backup.`,
  backupIn: (folder: string, newest: string) =>
    `${folder} is a folder. Name the file of a backup. The newest one: ${adminCommand} restore ${quoted(newest)}`,
  cannotRead: (path: string, reason: string) => `${path} cannot be read: ${reason}. Nothing was changed.`,
  notABackup: (path: string) => `${path} is not a backup of this program.`,
  damagedBackup: (path: string, reason: string) =>
    `${path} is damaged and cannot be restored: ${reason}. Nothing was changed.`,
  newerBackup: (path: string) =>
    `${path} was made by a newer version of this program. Restore it with that version. Nothing was changed.`,
  cut: 'its end is missing',
  changed: 'its content was changed',
  checking: (read: number, all: number) => `Checking the backup: ${formatSize(read)} of ${formatSize(all)}`,
  halfRestored: (dataDir: string, reason: string) =>
    `The restore was not finished: ${reason}. The data is incomplete, so no server starts with it. Empty ${dataDir}, and the database and the bucket if there are any, and restore again.`,
  unknownBlob: (key: string) => `the blob ${key} is in it, but has no record`,
  missingBlobs: (count: number) => `${counted(count, 'blob')} with records are not in it`,
  restored: (madeAt: string, people: number, blobs: number, bytes: number) =>
    `Restored the backup of ${madeAt}: ${counted(people, 'user')}, ${counted(blobs, 'stored file')}, ${formatSize(bytes)}.`,
  restoredWithProblems: (count: number) =>
    `${counted(count, 'stored file')} ${count === 1 ? 'was' : 'were'} missing or damaged when the backup was made and still ${count === 1 ? 'is' : 'are'}.`,
  noScanner: 'CLAMAV_URL is not set, so no file is scanned.',
  queuedScans: (count: number) =>
    `${counted(count, 'stored file')} will be scanned again by the running server. They can be opened meanwhile.`,

  startNow: (command: string) => `Start the server with: ${command}`,

  nowhereToMove: 'Name a new destination: --to-database postgres://…, --to-storage s3://…, or both.',
  passwordShown:
    '--to-database contains a password, which other users of this machine can read in the list of processes. Set TO_DATABASE_URL, or TO_DATABASE_URL_FILE to a file with the address.',
  nothingToMove: 'There is no data to move. Start the server with the new settings instead.',
  copyingRecords: (table: string) => `Copying the records: ${table}`,
  rowsDiffer: (table: string, here: number, there: number) =>
    `The copy of ${table} has ${there} rows instead of ${here}. The original was not changed. Run the command again.`,
  anothersStore: (name: string) => `${name} holds the files of another database. Choose another bucket or prefix.`,
  badCopy: (key: string, detail: string) =>
    `The copy of the blob ${key} ${detail}. The original was not changed. Check the new store, and run the command again.`,
  notMoved: (key: string, problem: Problem) => `${problem.padEnd(8)} [blob ${key}]`,
  moveStopped: 'Stopped. The original was not changed. Run the same command to continue.',
  moved: (hasNewDatabase: boolean, hasNewStore: boolean) => {
    const settings = [...(hasNewDatabase ? ['DATABASE_URL'] : []), ...(hasNewStore ? ['STORAGE_URL'] : [])];
    return `Everything was copied and compared. The original was not changed. Set ${settings.join(' and ')} to the new destination and start the server.`;
  },
  movedWithProblems: (count: number) =>
    `${counted(count, 'stored file')} ${count === 1 ? 'was' : 'were'} missing or damaged before and still ${count === 1 ? 'is' : 'are'}; ${adminCommand} verify lists ${count === 1 ? 'it' : 'them'}.`,
} as const;
