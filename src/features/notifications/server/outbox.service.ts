import { createHash } from 'node:crypto';
import { system } from '#features/audit/audit.rules.ts';
import type { Write } from '#server/access/transact-as.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { failedMailRun, recordRun } from '#server/database/last-runs.queries.ts';
import { hasFailedWork, postponeDue, takeFailedWork } from '#server/database/work.queries.ts';
import type { Task } from '#server/database/work.queries.ts';
import type { Mail } from '#server/mail.ts';
import { runWork } from '#server/run-work.ts';
import type { Outcome } from '#server/run-work.ts';
import { awayMs, kindOfFailure, retryAfterMs } from '../outbox.rules.ts';
import { outboxTexts as texts } from '../outbox.texts.ts';
import { notifyAdministratorsAnd } from './notifications.queries.ts';
import { hasRetries, readMailKey } from './outbox.queries.ts';
import type { MailKind } from './outbox.queries.ts';

/** What the outbox knows of a kind of mail. */
export type MailSource = {
  /** Makes the mail when it is sent. Undefined: nobody may or wants to get it any more. A number: the time until it is due. */
  make: (ctx: Context, subject: string) => Promise<MadeMail | number | undefined>;
  /** A mail that could not be sent within this time is given up. */
  giveUpMs: number;
  /** Runs for mails that were given up. Returns true if it has notified somebody in the place of role 1. */
  givenUp?: (write: Write, subjects: readonly string[]) => Promise<boolean>;
};
export type MadeMail = Mail & {
  /** Differs if the content does, so that no mail program takes a mail for the copy of an earlier one. */
  version?: string;
  /** Runs after the mail server has accepted the mail. */
  sent?: (db: Db) => Promise<void>;
  /** The mail has only a part of what waits. */
  isPart?: boolean;
};
export type MailSources = Record<MailKind, MailSource>;

/** Longer than the making and the sending of one mail. */
const leaseMs = 15 * 60 * 1000;

/**
 * Sends the queued mails one after another. A task is removed after the mail server has accepted its mail, so a server that dies
 * in between sends the same mail, with the same id, twice. After a failure the other mails wait for a minute, because usually the
 * mail server is away. Throws that failure. See docs/decisions/notifications-and-mail.md#outbox.
 */
export async function sendMails(ctx: Context, sources: MailSources, signal: AbortSignal): Promise<void | 'skipped'> {
  const away = new AbortController();
  const outbox: Outbox = { ctx, sources, away, runs: 0 };
  const work = { kind: 'mail', leaseMs, retryMs: awayMs } as const;
  await runWork(ctx, work, (task) => sendOne(outbox, task), AbortSignal.any([signal, away.signal]));
  await reportGivenUp(ctx, sources);
  if (away.signal.aborted) throw away.signal.reason;
  // The last failure stays the result of the job until a mail is sent.
  if (outbox.runs === 0 && (await hasRetries(ctx.db))) return 'skipped';
}

type Outbox = { ctx: Context; sources: MailSources; away: AbortController; runs: number };

async function sendOne(outbox: Outbox, task: Task): Promise<Outcome> {
  const { ctx, sources } = outbox;
  const { kind, subject } = readMailKey(task.key);
  const source = sources[kind];
  outbox.runs += 1;
  if (ctx.clock().getTime() - Date.parse(task.queued_at) > source.giveUpMs) return 'failed';
  if (!ctx.mailer) return { retryInMs: retryAfterMs(task.tries) };
  const made = await source.make(ctx, subject);
  if (typeof made === 'number') return { waitMs: made };
  if (!made) return 'done';
  const { version = '', sent, isPart = false, ...mail } = made;
  try {
    await ctx.mailer({ ...mail, id: idOf(task, version) });
  } catch (error) {
    return handleFailure(outbox, task, error);
  }
  await sent?.(ctx.db);
  return isPart ? { waitMs: 0 } : 'done';
}

/** The same for every try of a mail, so that mail programs recognize the second copy. */
const idOf = ({ key, queued_at }: Task, version: string) =>
  createHash('sha256').update(`${key} ${queued_at} ${version}`).digest('hex').slice(0, 32);

async function handleFailure({ ctx, away }: Outbox, task: Task, error: unknown): Promise<Outcome> {
  const now = ctx.clock();
  const reason = error instanceof Error ? error.message : String(error);
  await recordRun(ctx.db, {
    name: failedMailRun,
    began_at: now.toISOString(),
    took_ms: 0,
    failed: true,
    result: { reason },
  });
  ctx.log.warn({ err: error, tries: task.tries }, 'a mail could not be sent');
  const kind = kindOfFailure(error);
  if (kind === 'refused') return 'failed';
  if (kind === 'later') return { retryInMs: retryAfterMs(task.tries) };
  const until = new Date(now.getTime() + awayMs).toISOString();
  await postponeDue(ctx.db, 'mail', { now: now.toISOString(), until });
  away.abort(error);
  return { retryInMs: retryAfterMs(task.tries) };
}

async function reportGivenUp(ctx: Context, sources: MailSources): Promise<void> {
  if (!(await hasFailedWork(ctx.db, 'mail'))) return;
  await transact(ctx, system, async (_, write) => {
    const failed = (await takeFailedWork(write.tx, 'mail')).map(({ key }) => readMailKey(key));
    let unreported = 0;
    for (const [kind, mails] of Map.groupBy(failed, (mail) => mail.kind)) {
      const subjects = mails.map(({ subject }) => subject);
      if (!(await sources[kind].givenUp?.(write, subjects))) unreported += mails.length;
    }
    ctx.log.warn({ mails: failed.length }, 'mails were given up');
    // Without a mail server, role 1 knows why.
    if (unreported === 0 || !ctx.mailer) return;
    const { title, message, link } = texts.givenUp;
    await notifyAdministratorsAnd(write, [], { title, message: message(unreported), link });
  });
}
