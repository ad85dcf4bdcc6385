import { realpathSync, statSync } from 'node:fs';
import { basename, resolve, sep } from 'node:path';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { listFileTypes } from '#features/file-types/server/file-types.queries.ts';
import { cleanFolder } from '#features/files/core/folders.rules.ts';
import { listNamedBlobs } from '#features/files/server/core/files.queries.ts';
import { listTeams } from '#features/teams/server/teams.queries.ts';
import { transact } from '#server/access/transact-as.ts';
import { blobLocation } from '#server/blobs/blob-location.ts';
import { importWorker } from '#server/blobs/blob-store.ts';
import { CannotStart } from '#server/config.ts';
import { claimImport } from '#server/database/import-lock.ts';
import type { AdminContext } from '../admin/admin-context.ts';
import { findAccount, findAdministrator } from '../admin/admin.queries.ts';
import { machineActor } from '../admin/machine-actor.ts';
import type { Terminal } from '../admin/terminal.ts';
import { readRules } from './import-rules.ts';
import type { RuleSource } from './import-rules.ts';
import { texts } from './import.texts.ts';
import { notifyOfImport } from './notify-of-import.ts';
import { sortCandidates } from './sort-candidates.ts';
import type { ImportUser, Target } from './sort-candidates.ts';
import { storeBatch } from './store-batch.ts';
import { walkFolder } from './walk-folder.ts';

type ImportOptions = RuleSource & {
  /** The e-mail address of the uploader. */
  as?: string;
  into?: string;
  update?: boolean;
};

/**
 * Stores all files below a folder, with their relative folders. Each batch is durable before the next one begins, and a
 * further run skips the stored files, so an import can be stopped at any time. Returns the exit code: 0 if every file is
 * stored or was skipped on purpose.
 */
export async function importFolder(
  context: AdminContext,
  given: ImportOptions & { folder: string; signal: AbortSignal },
  terminal: Terminal,
): Promise<number> {
  const root = openRoot(given.folder, context.config.dataDir);
  const into = cleanFolder(given.into ?? basename(root));
  if (into === null) throw new CannotStart(texts.noName);
  const { db } = context;
  if (given.rules === undefined && (given.team === undefined || given.type === undefined))
    throw new CannotStart(texts.noTeamOrType);
  const rules = await readRules(given, { teams: await listTeams(db), types: await listFileTypes(db) });
  const user = await uploaderOf(context, given.as);
  using claim = claimImport(context.config.dataDir);
  if (!claim) throw new CannotStart(texts.isRunning);
  const blobs = await (await blobLocation(context.config)).open(importWorker);
  // Removes the bytes that a killed import has left.
  await blobs.recover((keys) => listNamedBlobs(db, keys));
  const target: Target = { context: { ...context, blobs }, into, user, rules, update: given.update ?? false };
  return await importInto(target, root, given.signal, terminal);
}

/** Returns the real path. Throws CannotStart for a folder that cannot be read, or that holds the stored files. */
function openRoot(folder: string, dataDir: string): string {
  try {
    const root = realpathSync(resolve(folder));
    if (!statSync(root).isDirectory()) throw new CannotStart(texts.noFolder(folder));
    if (`${root}${sep}`.startsWith(`${realpathSync(dataDir)}${sep}`)) throw new CannotStart(texts.isDataFolder(folder));
    return root;
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(texts.noFolder(folder));
  }
}

async function uploaderOf({ db }: AdminContext, email: string | undefined): Promise<ImportUser> {
  const user = await (email === undefined ? findAdministrator(db) : findAccount(db, email));
  if (!user) throw new CannotStart(email === undefined ? texts.noAdministrator : texts.noSuchUser(email));
  if (user.suspended_at !== null) throw new CannotStart(texts.suspendedUser(user.email));
  return user;
}

async function importInto(target: Target, root: string, signal: AbortSignal, terminal: Terminal): Promise<number> {
  const { context, into, user } = target;
  const counts = { seen: 0, stored: 0, updated: 0, present: 0, skipped: 0, leftOut: 0, bytes: 0 };
  const perTeam = new Map<number, number>();
  await recordAudit({ tx: context.db, by: machineActor(), at: context.clock().toISOString() }, 'file.import_begun', {
    name: into,
    detail: texts.detail(into, user.name),
  });
  terminal.say(texts.begun(into, user.email));
  const beganAt = performance.now();
  using _progress = terminal.showProgress(() =>
    texts.progress(counts, (counts.stored + counts.updated) / ((performance.now() - beganAt) / 1000)),
  );
  try {
    const found = walkFolder(Buffer.from(root), statSync(context.config.dataDir));
    for await (const batch of sortCandidates(target, found, counts, terminal.say)) {
      const stored = await storeBatch(target, batch, terminal.say);
      for (const { teamId, size, isUpdate } of stored.files) {
        counts[isUpdate ? 'updated' : 'stored'] += 1;
        counts.bytes += size;
        if (!isUpdate) perTeam.set(teamId, (perTeam.get(teamId) ?? 0) + 1);
      }
      counts.leftOut += stored.leftOut;
      counts.present += stored.present;
      if (signal.aborted) break;
    }
  } finally {
    const detail = texts.result(into, counts);
    await transact(context, machineActor(), async (_, write) => {
      await notifyOfImport(write, { perTeam, user, into });
      await recordAudit(write, 'file.imported', { name: into, detail });
    });
  }
  terminal.say(texts.summary(counts));
  const isComplete = !signal.aborted && counts.leftOut === 0;
  terminal.say(signal.aborted ? texts.stopped : isComplete ? texts.complete : texts.incomplete);
  return isComplete ? 0 : 1;
}
