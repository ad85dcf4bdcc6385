import { hash } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { isDatabaseAway } from '#server/database/dialect/errors.ts';
import { mailInRun, recordRun } from '#server/database/last-runs.queries.ts';
import type { MailIn } from '#server/mail-in-settings.ts';
import { isStoreFull } from '#server/system-errors.ts';
import { dayMs } from '#shared/calendar.ts';
import { leftForDays, maxReadAtOnce, maxTries } from '../mail-in.rules.ts';
import type { MailInResult } from '../mail-in.rules.ts';
import { failures } from '../mail-in.texts.ts';
import {
  beginMessage,
  deleteOldLeft,
  endMessage,
  findPosition,
  forgetMessage,
  isTaken,
  listUnmarked,
  renumberedAt,
  saveHeaders,
  saveMarked,
  uncountTry,
} from './mail-in.queries.ts';
import type { Box, Headers } from './mail-in.queries.ts';
import { openMailbox, UnreadableMessage } from './mailbox.ts';
import type { Mailbox, Message } from './mailbox.ts';
import { findPlace, LeftInMailbox, subjectOf, takeMessage, TakenMeanwhile } from './take-mail.service.ts';
import type { Filing, Place } from './take-mail.service.ts';

type Reading = Context & Filing;

/** A run ends after this time, also if the mail server sends a byte now and then. */
const runTimeoutMs = 15 * 60_000;

/** Files the new messages of the mailbox, and records how the run went. Throws MailboxAway if it cannot be read. */
export async function readMailbox(ctx: Reading, signal: AbortSignal): Promise<void> {
  const { mailIn: settings } = ctx.config;
  if (!settings) return;
  const [began_at, began] = [ctx.clock().toISOString(), performance.now()];
  const record = (failed: boolean, result: MailInResult) =>
    recordRun(ctx.db, { name: mailInRun, began_at, took_ms: Math.round(performance.now() - began), failed, result });
  const timeout = AbortSignal.timeout(runTimeoutMs);
  try {
    const renumbered_at = await readNew(ctx, settings, AbortSignal.any([signal, timeout]));
    await record(false, renumbered_at === undefined ? {} : { renumbered_at });
  } catch (error) {
    if (signal.aborted) return;
    const reason = timeout.aborted ? failures.tooSlow(settings.host) : (error as Error).message;
    await record(true, { reason }).catch(() => undefined);
    throw error;
  }
}

async function readNew(ctx: Reading, settings: MailIn, signal: AbortSignal): Promise<string | undefined> {
  const place = await findPlace(ctx.db, settings);
  await using mailbox = await openMailbox(settings, signal);
  const name = `${settings.user}@${settings.host}:${settings.port}/${settings.folder}`;
  const box = { mailbox: name, uid_validity: mailbox.uidValidity };
  await markTaken(ctx, box, mailbox);
  const { last, interrupted } = await findPosition(ctx.db, box);
  const uids = [...interrupted, ...(await mailbox.listUids(last))].slice(0, maxReadAtOnce);
  for (const uid of uids) {
    // After a message beyond its limits, the next run goes on.
    if (signal.aborted || !mailbox.isOpen()) break;
    await readMessage(ctx, { place, mailbox, box }, uid);
  }
  const before = new Date(ctx.clock().getTime() - leftForDays * dayMs).toISOString();
  const position = uids.at(-1) ?? last;
  if (position !== undefined) await deleteOldLeft(ctx.db, box, { last: position, before });
  return renumberedAt(ctx.db, box);
}

/** Marks the messages that were taken before the server died. */
async function markTaken({ db }: Context, box: Box, mailbox: Mailbox): Promise<void> {
  for (const { id, uid } of await listUnmarked(db, box, maxReadAtOnce)) {
    await mailbox.markAsRead(uid);
    await saveMarked(db, id);
  }
}

type Open = { place: Place; mailbox: Mailbox; box: Box };

async function readMessage(ctx: Reading, { place, mailbox, box }: Open, uid: number): Promise<void> {
  const { db, clock } = ctx;
  const begun = await beginMessage(db, box, uid, clock().toISOString());
  if (!begun) return;
  const { id, tries } = begun;
  try {
    if (tries > maxTries) throw new LeftInMailbox('unreadable');
    const message = await mailbox.read(uid);
    if (!message) return await forgetMessage(db, id);
    await saveHeaders(db, id, headersOf(message));
    if (await isTaken(db, headersOf(message).message_key))
      return void (await endMessage(db, id, { state: 'repeated' }));
    await takeMessage(ctx, place, mailbox, { id, uid, message });
  } catch (error) {
    if (error instanceof TakenMeanwhile) return;
    const left = asLeft(error);
    if (!left) {
      if (await isServiceAway(ctx, mailbox, error)) await uncountTry(db, id).catch(() => undefined);
      throw error;
    }
    await endMessage(db, id, { state: 'left', reason: left.reason, detail: left.message });
    return;
  }
  ctx.log.info({ uid }, 'filed the attachments of a mail');
  await mailbox.markAsRead(uid);
  await saveMarked(db, id);
}

function asLeft(error: unknown): LeftInMailbox | undefined {
  if (error instanceof LeftInMailbox) return error;
  return error instanceof UnreadableMessage ? new LeftInMailbox('unreadable') : undefined;
}

/** Whether an error is not the fault of the message: the mail server, the database or the store did not answer. */
async function isServiceAway({ blobs }: Context, mailbox: Mailbox, error: unknown): Promise<boolean> {
  if (!mailbox.isOpen() || isDatabaseAway(error) || isStoreFull(error)) return true;
  return blobs.check().then(
    () => false,
    () => true,
  );
}

function headersOf({ from, subject, sentAt, messageId, bytes }: Message): Headers {
  const sent_at = sentAt?.toISOString() ?? null;
  const own = messageId === '' ? [sent_at, subject, bytes] : [messageId];
  return {
    message_key: hash('sha256', JSON.stringify([from, ...own])),
    sender: subjectOf(from),
    subject: subjectOf([subject]),
    sent_at,
  };
}
