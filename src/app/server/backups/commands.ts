import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { CannotStart, readBackupTarget } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import type { BackupTarget } from '#server/settings.ts';
import type { AdminContext } from '../admin/admin-context.ts';
import { texts as adminTexts } from '../admin/admin.texts.ts';
import { isDirectory, listBackups } from '../admin/backup-files.ts';
import { machineActor } from '../admin/machine-actor.ts';
import { restoreFrom } from '../admin/restore.ts';
import type { Terminal } from '../admin/terminal.ts';
import { archiveSource } from './archive-source.ts';
import { backUp } from './back-up.ts';
import { texts } from './backups.texts.ts';
import { openObjectIndex } from './object-index.ts';
import { openTarget } from './open-target.ts';
import { markObjects } from './prune.ts';
import {
  damageMark,
  examineObject,
  isPointName,
  listPoints,
  listWritten,
  pointTime,
  readPoint,
  requireRepository,
} from './repository.ts';
import { pointSource } from './restore-point.ts';
import { once } from './target.ts';
import type { Target } from './target.ts';

/** Makes a restore point now. Returns 1 if a stored file is missing or damaged. */
export async function backUpNow(
  context: AdminContext,
  { takeOver, signal }: { takeOver: boolean; signal: AbortSignal },
  terminal: Terminal,
): Promise<number> {
  const { backup } = context.config;
  if (!backup) throw new CannotStart(texts.noTarget);
  const made = await backUp(context, backup, { actor: machineActor(), takeOver, signal }, terminal);
  if (!made) throw new CannotStart(texts.busy);
  const { stored, added, problems } = made.point;
  terminal.say(texts.made(made.name, stored.blobs, stored.bytes));
  terminal.say(texts.added(added.files, added.bytes));
  terminal.say(texts.kept(made.kept, made.removed));
  if (problems > 0) terminal.say(texts.problems(problems));
  return problems > 0 ? 1 : 0;
}

async function openConfigured({ backup, dataDir }: Config): Promise<Target> {
  if (!backup) throw new CannotStart(texts.noTarget);
  const target = await openTarget(backup.target, dataDir);
  await requireRepository(target);
  return target;
}

/** Prints the restore points, the oldest first. */
export async function listRestorePoints(config: Config, terminal: Terminal): Promise<number> {
  const target = await openConfigured(config);
  const names = await listPoints(target);
  for (const name of names) {
    const point = await readPoint(target, name);
    const { stored, added } = point ?? {};
    terminal.say(
      stored && added ? texts.point(name, stored.blobs, stored.bytes, added.bytes) : texts.damagedLine(name),
    );
  }
  if (names.length === 0) terminal.say(texts.noPoints);
  return 0;
}

/**
 * Reads all objects of all restore points. Marks the damaged ones, so that the next backup writes them again. Returns the
 * exit code: 1 if an object or a restore point is damaged or missing, otherwise 0.
 */
export async function verifyRestorePoints(config: Config, signal: AbortSignal, terminal: Terminal): Promise<number> {
  const target = await openConfigured(config);
  using index = openObjectIndex();
  const bad = { objects: 0, points: 0 };
  const read = { objects: 0, bytes: 0 };
  try {
    const names = await listPoints(target);
    for (const name of names) {
      const point = await readPoint(target, name);
      // A damaged list is reported below as an object.
      if (point) await markObjects(target, index, point).catch(() => (bad.points += 1));
      else bad.points += 1;
      if (!point) terminal.say(texts.damagedLine(name));
    }
    const all = index.countMarked();
    using _progress = terminal.showProgress(() => texts.verifying(read.objects, all));
    for (const object of index.listMarked()) {
      const problem = await examineObject(target, object, signal);
      read.objects += 1;
      read.bytes += object.size;
      if (!problem) continue;
      bad.objects += 1;
      terminal.say(texts.badObject(problem, object.sha256));
      // A target that cannot be written can still be verified.
      await target.write(damageMark(object.sha256), once('damaged')).catch(() => undefined);
    }
    terminal.say(texts.verified(names.length, read.objects, read.bytes));
  } catch (error) {
    throw signal.aborted ? new CannotStart(texts.stopped) : error;
  }
  const isWell = bad.objects + bad.points === 0;
  terminal.say(isWell ? texts.allWell : texts.bad(bad.objects, bad.points));
  return isWell ? 0 : 1;
}

/** Splits `TARGET@POINT`. Without a point, the newest one is meant, and without a target that of the settings. */
function splitAddress(address: string): { location: string; point: string | undefined } {
  const at = address.lastIndexOf('@');
  const point = address.slice(at + 1);
  const isNamed = at >= 0 && (isPointName(point) || point === 'latest');
  if (!isNamed) return { location: address, point: undefined };
  return { location: address.slice(0, at), point: point === 'latest' ? undefined : point };
}

/** Whether the operand of `restore` is a target with restore points, and not a file. */
export function isRepository(address: string): boolean {
  const { location } = splitAddress(address);
  const isNamed = location !== address && !existsSync(resolve(address));
  return isNamed || location.startsWith('s3:') || existsSync(join(resolve(location), 'points'));
}

/** Restores a backup in one file into an empty installation. */
export async function restoreFile(config: Config, file: string, terminal: Terminal): Promise<number> {
  const path = resolve(file);
  if (!existsSync(path)) throw new CannotStart(adminTexts.noSuchFile(path));
  if (isDirectory(path)) throw new CannotStart(await folderAdvice(path));
  return restoreFrom(config, () => archiveSource(path, terminal), terminal);
}

async function folderAdvice(folder: string): Promise<string> {
  const newest = (await listBackups(folder)).at(-1);
  return newest === undefined ? adminTexts.noBackupIn(folder) : adminTexts.backupIn(folder, join(folder, newest));
}

/** Restores the newest or the named restore point of a target into an empty installation. */
export async function restorePoint(config: Config, address: string, terminal: Terminal): Promise<number> {
  const { location, point } = splitAddress(address);
  const target = await openTarget(targetOf(config, location), config.dataDir);
  await requireRepository(target);
  const name = point ?? (await newestPoint(target));
  return restoreFrom(config, () => pointSource(target, name), terminal);
}

/** Returns the name of the restore point that was written last. Refuses if it may be a damaged one. */
async function newestPoint(target: Target): Promise<string> {
  const { points, damaged } = await listWritten(target);
  const [newest] = points;
  const later = damaged.find((name) => newest === undefined || pointTime(name) > newest.at);
  if (later !== undefined) throw new CannotStart(texts.damagedPoint(later));
  if (!newest) throw new CannotStart(texts.noPoints);
  return newest.name;
}

function targetOf({ backup }: Config, location: string): BackupTarget {
  if (location !== '') return readBackupTarget(location.startsWith('s3:') ? location : resolve(location), process.env);
  if (!backup) throw new CannotStart(texts.noTarget);
  return backup.target;
}
