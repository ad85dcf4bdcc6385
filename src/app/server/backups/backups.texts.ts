import { counted, formatSize } from '#shared/format.ts';
import { adminCommand } from '../commands.ts';

/** The sentences about restore points, on the terminal and on the page of the system. */
export const texts = {
  noTarget: 'BACKUP_TARGET is not set. Set it to a folder or a bucket, or name a FILE.',
  anothers: (target: string) =>
    `${target} holds the backups of another installation. If this one replaces it, run once: ${adminCommand} backup --take-over. Otherwise choose another BACKUP_TARGET.`,
  emptied: (target: string) =>
    `${target} has lost its restore points. Mount its disk. If they are gone on purpose, run once: ${adminCommand} backup --take-over`,
  notEmpty: (target: string, name: string) =>
    `${target} holds other files (${name}) and no backups. Choose an empty folder or prefix for BACKUP_TARGET.`,
  noFolder: (path: string) => `BACKUP_TARGET: there is no folder ${path}. Create it, or mount its disk.`,
  noRepository: (target: string) => `${target} holds no restore points of this program.`,
  newer: (target: string) => `${target} was written by a newer version of this program. Use that version.`,
  busy: 'Another backup is running, or one was killed within the last minute. Try again in a minute.',
  lostLease: 'The backup was suspended for so long that another one may have begun. It is repeated.',
  stopped: 'Stopped. The earlier restore points are complete, and the next backup continues from here.',
  changedOnWrite: (name: string, target: string) =>
    `${name} in ${target} was read back with another content than was written. Check the disk or the bucket.`,
  cannotWrite: (target: string, reason: string) => `The backup to ${target} failed: ${reason}.`,
  damagedPoint: (name: string) => `The restore point ${name} is damaged. Restore an older one.`,
  noPoint: (name: string, target: string) =>
    `There is no restore point ${name} in ${target}. List them: ${adminCommand} backups list`,
  made: (name: string, files: number, bytes: number) =>
    `The restore point ${name} contains all records and ${counted(files, 'stored file')}, ${formatSize(bytes)}.`,
  added: (files: number, bytes: number) =>
    `New in it: ${counted(files, 'file')}, ${formatSize(bytes)}. They were read again.`,
  kept: (kept: number, removed: number) => `${counted(kept, 'restore point')} kept, ${removed} removed.`,
  problems: (count: number) =>
    `${counted(count, 'stored file')} ${count === 1 ? 'is' : 'are'} missing or damaged and not in the backup; the list is above.`,
  point: (name: string, files: number, bytes: number, added: number) =>
    `${name}  ${counted(files, 'file').padStart(16)}  ${formatSize(bytes).padStart(10)}  new: ${formatSize(added)}`,
  damagedLine: (name: string) => `${name}  damaged`,
  noPoints: 'There is no restore point yet.',
  verifying: (done: number, all: number) => `Verifying: ${done} of ${counted(all, 'object')}`,
  verified: (points: number, objects: number, bytes: number) =>
    `${counted(points, 'restore point')} read, with ${counted(objects, 'object')} of ${formatSize(bytes)}.`,
  badObject: (problem: string, hash: string) => `${problem.padEnd(8)} object ${hash}`,
  allWell: 'All of them are undamaged.',
  bad: (objects: number, points: number) =>
    `${counted(objects, 'object')} and ${counted(points, 'restore point')} are damaged or missing. The next backup writes the objects again if the data still has them.`,
  restoring: (done: number, all: number) => `Restoring: ${done} of ${counted(all, 'stored file')}`,
  notRestored: (key: string, problem: string) => `${problem.padEnd(8)} [blob ${key}]`,
} as const;
