import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { openMailbox } from '#features/mail-in/server/mailbox.ts';
import { readProvider } from '#features/single-sign-on/server/provider.ts';
import { backupWithinMs, fullShare, isPlainOverNetwork, usedShare } from '#features/system/system.rules.ts';
import { scannerVersion } from '#features/virus-scan/server/clamd.ts';
import { problemOfAddress } from '#features/webhooks/server/address-guard.ts';
import { listWebhooks } from '#features/webhooks/server/webhooks.queries.ts';
import type { Webhook } from '#features/webhooks/webhooks.contract.ts';
import { blobLocation } from '#server/blobs/blob-location.ts';
import { diskReserveBytes } from '#server/blobs/disk-reserve.ts';
import type { Config } from '#server/config.ts';
import { incompleteRestore } from '#server/data-folder-marks.ts';
import type { Db } from '#server/database/db.ts';
import { describeDatabase, checkWritable, findQuickDamage, tableExists } from '#server/database/dialect/maintenance.ts';
import { isReadOnly, readOnlyAdvice } from '#server/database/folder-advice.ts';
import { adviceOnAccess } from '#server/database/folder-owner.ts';
import { unknownMigration } from '#server/database/migrate.ts';
import { asCannotStart, connectDatabase, databasePath } from '#server/database/open.ts';
import { isOpenToOthers } from '#server/database/private-folder.ts';
import { checkMailServer } from '#server/mail.ts';
import { formatTimeOfDay, isBackupLate, isFailing } from '#shared/backup-schedule.ts';
import { formatSize } from '#shared/format.ts';
import { readBackupState } from '../backups/back-up.ts';
import { openTarget } from '../backups/open-target.ts';
import { once } from '../backups/target.ts';
import { findStoreId } from '../data-folder.ts';
import { databaseNow, hasLastRuns, lastBackupAt } from './doctor.queries.ts';
import { findings } from './doctor.texts.ts';
import type { Terminal } from './terminal.ts';

/** `problem`: the server does not start or does not work. `warning`: it works, but something is missing. */
export type Finding = { state: 'ok' | 'warning' | 'problem'; text: string };
type Check = (config: Config, now: Date) => Promise<Finding[]>;

const ok = (text: string): Finding[] => [{ state: 'ok', text }];
const warning = (text: string): Finding[] => [{ state: 'warning', text }];
const problem = (text: string): Finding[] => [{ state: 'problem', text }];

const checkTimeoutMs = 20_000;
const answerTimeoutMs = 5_000;
const maxClockDifferenceMs = 60_000;

const checks: Record<string, Check> = {
  'data folder': async ({ dataDir }) => {
    if (!existsSync(dataDir)) return ok(findings.folderComes(dataDir));
    if (!statSync(dataDir).isDirectory()) return problem(findings.folderIsFile(dataDir));
    const advice = isReadOnly(dataDir) ? readOnlyAdvice(dataDir) : adviceOnAccess(dataDir);
    if (advice) return problem(advice);
    const incomplete = incompleteRestore(dataDir);
    if (incomplete !== undefined) return problem(incomplete);
    return isOpenToOthers(dataDir) ? warning(findings.folderOpen(dataDir)) : ok(findings.folder(dataDir));
  },

  disk: async ({ dataDir }) => {
    const { bsize, blocks, bavail } = await statfs(existsSync(dataDir) ? dataDir : '.');
    const [free, total] = [bavail * bsize, blocks * bsize];
    const text = findings.disk(formatSize(free), formatSize(total));
    if (total > 0 && free < 2 * diskReserveBytes) return problem(`${text} ${findings.diskFull}`);
    return usedShare({ free, total }) >= fullShare ? warning(`${text} ${findings.diskFull}`) : ok(text);
  },

  port: async ({ host, port }) => {
    if (await answersAsStowage(host, port)) return ok(findings.running(host, port));
    const reason = await whyNotFree(host, port);
    return reason === undefined ? ok(findings.portFree(host, port)) : problem(findings.portTaken(host, port, reason));
  },

  database: async (config, now) => {
    const path = databasePath(config.dataDir);
    if (!config.databaseUrl && !existsSync(path)) return ok(findings.databaseComes(path));
    await using db = await connectDatabase(config);
    const { kind, version, bytes } = await describeDatabase(db);
    const damage = await findQuickDamage(db);
    if (damage) return problem(findings.databaseDamaged(damage));
    const unknown = await unknownMigration(db);
    if (unknown) return problem(findings.databaseNewer(unknown));
    await checkWritable(db);
    const difference = (await databaseNow(db, now)).getTime() - now.getTime();
    return [
      ...ok(findings.database(kind, version, formatSize(bytes))),
      ...(Math.abs(difference) > maxClockDifferenceMs ? warning(findings.clock(difference)) : ok(findings.clockFits)),
      ...(await checkLastBackup(config, db, now)),
    ];
  },

  'file store': async (config) => {
    const location = await blobLocation(config);
    // A folder without a mark is not opened, because `open` would create the folders of the store in it.
    if (location.kind === 'folder' && !(await location.mark()))
      return (await isUsedDatabase(config)) ? problem(findings.storeAway(config.dataDir)) : ok(findings.storeComes);
    const blobs = await location.open();
    await blobs.check();
    await blobs.checkWrite();
    return ok(findings.store(config.storage ? `s3://${config.storage.bucket}` : config.dataDir));
  },

  'backup target': async ({ backup, dataDir }) => {
    if (!backup) return [];
    const target = await openTarget(backup.target, dataDir);
    await target.write('doctor-probe', once('x'));
    await target.remove('doctor-probe');
    return ok(findings.backupTarget(target.name));
  },

  'virus scanner': async ({ scanner }) => {
    if (!scanner) return [];
    const version = await scannerVersion(scanner.address).catch((error: unknown) => error as Error);
    if (version instanceof Error) return problem(findings.scannerAway(version.message));
    return ok(findings.scanner(version));
  },

  'mail in': async ({ mailIn }) => {
    if (!mailIn) return [];
    const opened = await openMailbox(mailIn, AbortSignal.timeout(checkTimeoutMs)).catch(
      (error: unknown) => error as Error,
    );
    if (opened instanceof Error) return problem(findings.mailboxAway(opened.message));
    await opened[Symbol.asyncDispose]();
    return ok(findings.mailbox(mailIn.folder, mailIn.host));
  },

  'single sign-on': async ({ singleSignOn: settings }) => {
    if (!settings) return [];
    const read = await readProvider(settings).catch((error: unknown) => error as Error);
    if (read instanceof Error) return problem(findings.providerAway(settings.issuer, reasonOf(read)));
    const keys = await read.keys.reload().catch((error: unknown) => error as Error);
    if (keys instanceof Error) return problem(findings.keysAway(settings.issuer, reasonOf(keys)));
    return ok(findings.provider(settings.issuer, settings.redirectUri));
  },

  webhooks: async (config) => {
    if (!config.databaseUrl && !existsSync(databasePath(config.dataDir))) return [];
    await using db = await connectDatabase(config);
    const webhooks = (await tableExists(db, 'webhooks')) ? await listWebhooks(db) : [];
    const found = await Promise.all(webhooks.map((webhook) => checkWebhook(config, webhook)));
    return found.flat();
  },

  mail: async ({ smtp }) => {
    if (!smtp) return warning(findings.noMail);
    await checkMailServer(smtp.url);
    return ok(findings.mail);
  },

  address: async ({ publicUrl, trustProxy, host }) => {
    if (publicUrl === undefined) return warning(findings.noAddress(host));
    const answer = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(answerTimeoutMs) }).catch(
      (error: unknown) => error as Error,
    );
    const reason = answer instanceof Error ? reasonOf(answer) : answer.ok ? undefined : `it answered ${answer.status}`;
    return [
      ...(reason === undefined ? ok(findings.address(publicUrl)) : warning(findings.addressAway(publicUrl, reason))),
      ...(isPlainOverNetwork(publicUrl) ? warning(findings.plainHttp) : []),
      ...(publicUrl.startsWith('https:') && trustProxy === undefined ? warning(findings.noTrustedProxy) : []),
    ];
  },
};

/** Sends nothing. */
async function checkWebhook(config: Config, { name, url, state, failing_since, last }: Webhook): Promise<Finding[]> {
  if (state === 'off') return [];
  const problem = await problemOfAddress(config, url);
  if (problem !== undefined) return warning(findings.webhookAddress(name, problem));
  if (state === 'paused') return warning(findings.webhookPaused(name));
  if (failing_since !== null) return warning(findings.webhookFails(name, failing_since, last?.error ?? ''));
  return ok(findings.webhook(name));
}

/** Whether the database has been used with a file store. */
async function isUsedDatabase(config: Config): Promise<boolean> {
  if (!config.databaseUrl && !existsSync(databasePath(config.dataDir))) return false;
  await using db = await connectDatabase(config);
  return (await tableExists(db, 'settings')) && (await findStoreId(db)) !== undefined;
}

async function checkLastBackup({ backup }: Config, db: Db, now: Date): Promise<Finding[]> {
  if (!backup) {
    const at = await lastBackupAt(db);
    const isOld = at === undefined || now.getTime() - at.getTime() > backupWithinMs;
    return isOld ? warning(findings.noBackup(at)) : ok(findings.backup(at));
  }
  const state = (await hasLastRuns(db)) ? await readBackupState(db) : { goodAt: undefined, failedAt: undefined };
  if (isFailing(state, now) && 'reason' in state) return warning(findings.backupFailed(state.reason ?? ''));
  if (state.goodAt === undefined || isBackupLate(state.goodAt, backup.time, now))
    return warning(findings.backupLate(state.goodAt, formatTimeOfDay(backup.time)));
  return ok(findings.restorePoint(state.goodAt));
}

/**
 * Checks the requirements of the server, and prints one line for each finding. Returns 1 if there is a problem. Changes
 * nothing, apart from a probe that it removes.
 */
export async function doctor(config: Config, terminal: Terminal): Promise<number> {
  const found: Finding[] = [];
  for (const [name, check] of Object.entries(checks)) {
    const late = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error(findings.noAnswer)), checkTimeoutMs).unref();
    });
    const results = await Promise.race([check(config, new Date()), late]).catch((error: unknown) =>
      problem(`${name}: ${reasonOf(asCannotStart(config, error))}`),
    );
    for (const { state, text } of results) terminal.say(`${state.padEnd(8)} ${text}`);
    found.push(...results);
  }
  const count = (state: Finding['state']) => found.filter((one) => one.state === state).length;
  terminal.say(findings.summary(count('problem'), count('warning')));
  return count('problem') > 0 ? 1 : 0;
}

/** A failed fetch has its reason in `cause`. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' && message === 'fetch failed' ? cause.message : message;
}

const reachable = (host: string) => (host === '0.0.0.0' || host === '::' ? 'localhost' : host);

async function answersAsStowage(host: string, port: number): Promise<boolean> {
  const named = reachable(host).includes(':') ? `[${reachable(host)}]` : reachable(host);
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const answer = await fetch(`http://${named}:${port}/readyz`, { signal }).catch(() => undefined);
  const body = (await answer?.json().catch(() => undefined)) as { checks?: { database?: string } } | undefined;
  return body?.checks?.database !== undefined;
}

/** Returns the reason for which a server cannot listen on this port, or undefined if it can. */
function whyNotFree(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
}
