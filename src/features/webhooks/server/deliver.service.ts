import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { system } from '#features/audit/audit.rules.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { notifyAdministratorsAnd } from '#features/notifications/server/notifications.queries.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import type { Task } from '#server/database/work.queries.ts';
import { runWork } from '#server/run-work.ts';
import type { Outcome } from '#server/run-work.ts';
import type { Payload } from '../webhooks.contract.ts';
import { pausedAfterMs, retryInMs, tryMs } from '../webhooks.rules.ts';
import { notices } from '../webhooks.texts.ts';
import { findOpenMessage, isNextOf, listDueWebhooks, postponeLater, recordTry } from './webhook-messages.queries.ts';
import type { StoredMessage } from './webhook-messages.queries.ts';
import { findReceiver, findWebhook, stopWebhook } from './webhooks.queries.ts';

type Sending = Pick<Context, 'db' | 'clock' | 'config' | 'events'>;

/** The messages that one webhook gets at the same time, each about another container or file. */
const atOnce = 4;

const leaseMs = 4 * tryMs;
/** The delay after the database did not answer. */
const retryMs = 30_000;

/** While a receiver is slow, messages to other webhooks are looked for this often. */
const lookEveryMs = 1_000;

/**
 * Sends the due messages of all webhooks side by side, so that a receiver that hangs delays no other one. Several servers share
 * the work. A message is sent before it is marked, so a server that dies in between sends it twice.
 */
export async function sendDueMessages(ctx: Sending, signal: AbortSignal): Promise<void> {
  const busy = new Map<number, Promise<void>>();
  const failures: unknown[] = [];
  for (;;) {
    for (const id of await listDueWebhooks(ctx.db, ctx.clock().toISOString())) {
      if (busy.has(id) || failures.length > 0) continue;
      const sending = sendTo(ctx, id, signal).catch((error: unknown) => failures.push(error));
      busy.set(
        id,
        sending.then(() => void busy.delete(id)),
      );
    }
    if (busy.size === 0 || signal.aborted) break;
    const look = sleep(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    await Promise.race([...busy.values(), look]);
  }
  await Promise.all(busy.values());
  if (failures.length > 0) throw failures[0];
}

async function sendTo(ctx: Sending, webhookId: number, signal: AbortSignal): Promise<void> {
  const work = { kind: 'webhook' as const, leaseMs, retryMs, atOnce, where: isNextOf(webhookId) };
  await runWork(ctx, work, (task) => sendOne(ctx, task, signal), signal);
}

async function sendOne(ctx: Sending, { key, tries }: Task, signal: AbortSignal): Promise<Outcome> {
  const { db, clock, config } = ctx;
  const message = await findOpenMessage(db, key);
  const receiver = message && (await findReceiver(db, message.webhook_id));
  if (!receiver) return 'done';
  const sent = { url: receiver.url, ...signedRequest(message, receiver.secret, config, clock()) };
  // Node loads its HTTP client with it, which takes memory that a server without webhooks does not need.
  const { postMessage } = await import('./post-message.ts');
  const answer = await postMessage(sent, config.webhookNetworks, signal);
  const now = clock();
  const tried = { ...answer, tries, at: now.toISOString() };
  if (answer.error === null) {
    await recordTry(db, message, { ...tried, state: 'delivered' });
    return 'done';
  }
  const inMs = retryInMs(message, tries, now);
  const failingSince = await recordTry(db, message, { ...tried, state: inMs === undefined ? 'failed' : 'open' });
  if (inMs !== undefined) {
    await postponeLater(db, message, new Date(now.getTime() + inMs).toISOString());
    return { retryInMs: inMs };
  }
  if (failingSince && now.getTime() - Date.parse(failingSince) >= pausedAfterMs) await pause(ctx, message.webhook_id);
  return 'done';
}

/** Returns the headers and the body of a message. Source: https://www.standardwebhooks.com, version 1.0. */
function signedRequest(message: StoredMessage, secret: string, config: Config, now: Date) {
  const { message_id } = message;
  const body = JSON.stringify(payloadOf(message, config.publicUrl));
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Stowage-Webhooks',
    'webhook-id': message_id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(message_id, now, body),
  };
  return { headers, body };
}

/** The addresses are those of screens; null without PUBLIC_URL. */
function payloadOf({ event, happened_at, data }: StoredMessage, publicUrl: string | undefined): Payload {
  const at = <T extends { id: number }>(thing: T | undefined, path: string) =>
    thing && { ...thing, url: publicUrl === undefined ? null : `${publicUrl}${path}${thing.id}` };
  const container = at(data.container, '/container-status/');
  const file = at(data.file, '/files?preview=');
  return { type: event, timestamp: happened_at, data: { ...data, container, file } };
}

/** Pauses a webhook whose receiver has failed for days, once, and tells the administrators. */
async function pause(ctx: Sending, id: number): Promise<void> {
  await transact(ctx, system, async (tx, write) => {
    const webhook = await findWebhook(tx, id);
    if (webhook?.state !== 'on') return;
    await stopWebhook(tx, id, 'paused');
    await recordAudit(write, 'webhook.paused', webhook);
    const notice = { title: notices.pausedTitle, message: notices.paused(webhook.name), link: '/webhooks' };
    await notifyAdministratorsAnd(write, [], notice);
  });
}
