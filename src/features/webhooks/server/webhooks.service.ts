import { randomBytes } from 'node:crypto';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { refuseUnconfirmed } from '#server/access/gate.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { lockNumberOf } from '#server/database/dialect/locks.ts';
import { queueMessages } from '#server/database/outgoing-events.queries.ts';
import type { Http } from '#server/http/mount.ts';
import { refusal } from '#server/refusal.ts';
import type { AnswerOf, ParsedInputOf } from '#shared/endpoint.ts';
import type { webhooksContract } from '../webhooks.contract.ts';
import { maxWebhooks, testEvent } from '../webhooks.rules.ts';
import { refusals } from '../webhooks.texts.ts';
import { problemOfAddress } from './address-guard.ts';
import { findMessage, listMessages, reopenMessage } from './webhook-messages.queries.ts';
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  setSecret,
  stopWebhook,
  updateWebhook,
} from './webhooks.queries.ts';
import type { WebhookRow } from './webhooks.queries.ts';

type Calls = typeof webhooksContract;

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** Adds a webhook, after the caller has confirmed their password: its receiver learns of all changes. */
export async function createWebhook(
  ctx: Context,
  caller: Caller,
  http: Http,
  input: ParsedInputOf<Calls['create']>,
): Promise<AnswerOf<Calls['create']>> {
  refuseUnconfirmed(ctx, http);
  await refuseBadAddress(ctx, input.url);
  const secret = newSecret();
  return transactAs(ctx, caller, async (tx, write) => {
    await lockNumberOf(tx, 'webhooks');
    if ((await countWebhooks(tx)) >= maxWebhooks) throw refusal.invalid('webhook.too_many', 'name', refusals.tooMany);
    const id = await insertWebhook(tx, { ...input, secret, created_at: write.at });
    await recordAudit(write, 'webhook.created', { id, name: input.name, detail: input.url });
    return { id, secret };
  });
}

export async function changeWebhook(
  ctx: Context,
  caller: Caller,
  http: Http,
  { id, is_on, ...input }: ParsedInputOf<Calls['update']>,
): Promise<void> {
  refuseUnconfirmed(ctx, http);
  await refuseBadAddress(ctx, input.url);
  await transactAs(ctx, caller, async (tx, write) => {
    const { state } = await webhookOf(tx, id);
    // A paused webhook stays paused until it is turned on.
    const next = is_on ? 'on' : state === 'paused' ? 'paused' : 'off';
    await updateWebhook(tx, id, { ...input, state: next });
    if (state === 'on' && next === 'off') await stopWebhook(tx, id, 'off');
    await recordAudit(write, 'webhook.changed', { id, name: input.name, detail: `${input.url}; ${next}` });
  });
}

export async function removeWebhook(ctx: Context, caller: Caller, id: number): Promise<void> {
  await transactAs(ctx, caller, async (tx, write) => {
    const deleted = await deleteWebhook(tx, id);
    if (!deleted) throw refusal.notFound('webhook.not_found', refusals.gone);
    await recordAudit(write, 'webhook.deleted', { id, ...deleted });
  });
}

export async function renewSecret(ctx: Context, caller: Caller, http: Http, id: number): Promise<{ secret: string }> {
  refuseUnconfirmed(ctx, http);
  const secret = newSecret();
  return transactAs(ctx, caller, async (tx, write) => {
    const webhook = await webhookOf(tx, id);
    await setSecret(tx, id, secret);
    await recordAudit(write, 'webhook.secret_renewed', webhook);
    return { secret };
  });
}

export async function listMessagesOf(
  { db }: Context,
  { id, ...page }: ParsedInputOf<Calls['messages']>,
): Promise<AnswerOf<Calls['messages']>> {
  await webhookOf(db, id);
  return listMessages(db, id, page);
}

export async function replayMessage(
  ctx: Context,
  caller: Caller,
  { id, message: messageId }: ParsedInputOf<Calls['replay']>,
): Promise<void> {
  await transactAs(ctx, caller, async (tx, write) => {
    const webhook = await webhookOf(tx, id);
    const message = await findMessage(tx, id, messageId);
    if (!message) throw refusal.notFound('webhook.message_not_found', refusals.messageGone);
    await reopenMessage(tx, message, write.at);
    await recordAudit(write, 'webhook.replayed', { id, name: webhook.name, detail: message.message_id });
  });
}

export async function sendTest(ctx: Context, caller: Caller, id: number): Promise<void> {
  await transactAs(ctx, caller, async (tx, write) => {
    const { at, by } = write;
    const webhook = await webhookOf(tx, id);
    const data = { by: { id: by.id, name: by.name }, detail: null };
    await queueMessages(tx, [{ webhook_id: id, event: testEvent, subject: 'test', data, at }], at);
    await recordAudit(write, 'webhook.tested', webhook);
  });
}

async function webhookOf(db: Db, id: number): Promise<WebhookRow> {
  const webhook = await findWebhook(db, id);
  if (!webhook) throw refusal.notFound('webhook.not_found', refusals.gone);
  return webhook;
}

/** Refuses with 422 an address that no message could be sent to. The addresses of its name are checked again at each try. */
async function refuseBadAddress({ config }: Pick<Context, 'config'>, url: string): Promise<void> {
  const problem = await problemOfAddress(config, url);
  if (problem !== undefined) throw refusal.invalid('webhook.address', 'url', problem);
}
