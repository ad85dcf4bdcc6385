import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { eventNames } from '#shared/event-names.ts';
import { id, idText, instant, requiredLine } from '#shared/fields.ts';
import { maxUrlLength, testEvent } from './webhooks.rules.ts';
import { refusals } from './webhooks.texts.ts';

const event = z.enum(eventNames);

const webhook = z
  .object({
    id,
    name: z.string(),
    url: z.string(),
    events: z.array(event),
    /** `paused`: turned off by the server after days of failure. */
    state: z.enum(['on', 'off', 'paused']),
    /** The first failure since a message was last accepted. */
    failing_since: instant.nullable(),
    /** The number of messages that wait to be sent. */
    waiting: z.number().int(),
    /** The last try. Without an error, the message was accepted. */
    last: z.object({ at: instant, status: z.number().int().nullable(), error: z.string().nullable() }).nullable(),
    created_at: instant,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;

const message = z
  .object({
    id,
    message_id: z.string(),
    event: z.string(),
    /** The container or the file. */
    about: z.string(),
    happened_at: instant,
    state: z.enum(['open', 'delivered', 'failed']),
    tries: z.number().int(),
    tried_at: instant.nullable(),
    /** The next try of an open message. */
    next_at: instant.nullable(),
    status: z.number().int().nullable(),
    /** The first bytes of the last answer. */
    answer: z.string().nullable(),
    duration_ms: z.number().int().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'WebhookMessage' });
export type WebhookMessage = z.infer<typeof message>;

const named = z.object({ id, name: z.string(), url: z.string().nullable() });

/** The body of a request to a webhook, as the API document describes it. */
export const payload = z
  .object({
    type: z.string(),
    timestamp: instant,
    data: z.object({
      container: named.optional(),
      file: named.optional(),
      by: z.object({ id: id.nullable(), name: z.string() }),
      detail: z.string().nullable(),
    }),
  })
  .meta({ id: 'WebhookPayload' });
export type Payload = z.infer<typeof payload>;

export const examplePayload: Payload = {
  type: 'document.linked',
  timestamp: '2026-11-29T08:30:00.000Z',
  data: {
    container: { id: 12, name: 'Oak chairs (PO-2026-4711)', url: 'https://files.example.com/container-status/12' },
    file: { id: 345, name: 'Invoice 4711.pdf', url: 'https://files.example.com/files?preview=345' },
    by: { id: 2, name: 'Ann Baker' },
    detail: null,
  },
};

export const testMeaning = { [testEvent]: 'An administrator sends a test. It names no container and no file.' };

const settings = {
  name: requiredLine(80, refusals.nameRequired, refusals.nameTooLong),
  url: z.string({ error: refusals.addressRequired }).trim().min(1, refusals.addressRequired).max(maxUrlLength),
  events: z.array(event, refusals.eventRequired).min(1, refusals.eventRequired).max(eventNames.length),
};

const one = z.object({ id: idText });
const maxListed = 100;

export const webhooksContract = {
  list: {
    method: 'GET',
    path: '/api/webhooks',
    summary: 'All webhooks, each with its last answer.',
    answer: z.array(webhook),
  },
  create: {
    method: 'POST',
    path: '/api/webhooks',
    summary: 'Adds a webhook. Only this answer has the secret with which its messages are signed (Standard Webhooks).',
    body: z.object(settings),
    status: 201,
    answer: z.object({ id, secret: z.string() }),
    refuses: ['password.confirmation_required', 'webhook.address', 'webhook.too_many'],
  },
  update: {
    method: 'PUT',
    path: '/api/webhooks/:id',
    summary: 'Changes a webhook. Turned off, it gets no messages, and those that wait are given up.',
    params: one,
    body: z.object({ ...settings, is_on: z.boolean() }),
    refuses: ['password.confirmation_required', 'webhook.address', 'webhook.not_found'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/webhooks/:id',
    summary: 'Deletes a webhook with its log.',
    params: one,
    refuses: ['webhook.not_found'],
  },
  renewSecret: {
    method: 'POST',
    path: '/api/webhooks/:id/secret',
    summary: 'Replaces the secret of a webhook. Only this answer has the new one; the old one is no longer used.',
    params: one,
    answer: z.object({ secret: z.string() }),
    refuses: ['password.confirmation_required', 'webhook.not_found'],
  },
  messages: {
    method: 'GET',
    path: '/api/webhooks/:id/messages',
    summary: 'The messages to a webhook with the last answer to each, newest first, in pages.',
    params: one,
    query: z.object({ after: idText.optional(), limit: idText.pipe(z.number().max(maxListed)).default(25) }),
    answer: z.object({ messages: z.array(message), next: id.nullable() }),
    refuses: ['webhook.not_found'],
  },
  replay: {
    method: 'POST',
    path: '/api/webhooks/:id/messages/:message/replay',
    summary: 'Sends a message again, with the same id, or an open one at once.',
    params: z.object({ id: idText, message: idText }),
    refuses: ['webhook.not_found', 'webhook.message_not_found'],
  },
  test: {
    method: 'POST',
    path: '/api/webhooks/:id/test',
    summary: 'Sends a message of the type `webhook.test`, also if the webhook is turned off. The log has the answer.',
    params: one,
    refuses: ['webhook.not_found'],
  },
} as const satisfies Contract;
