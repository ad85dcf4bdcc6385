import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before } from 'node:test';
import type { TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { deleteWebhook } from '#features/webhooks/server/webhooks.queries.ts';
import type { Payload } from '#features/webhooks/webhooks.contract.ts';
import { webhooksContract } from '#features/webhooks/webhooks.contract.ts';
import type { EventName } from '#shared/event-names.ts';
import { asAdmin } from './make.ts';
import type { TestApp } from './test-app.ts';

/** The settings with which messages reach the receivers of a test. */
export const receiverSettings = { WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.0/8', PUBLIC_URL: 'http://files.example.com' };

export type Received = { id: string; path: string; headers: Record<string, string>; body: string; payload: Payload };
type Respond = (response: ServerResponse, request: Received) => void;

export const accept: Respond = (response) => void response.writeHead(204).end();
export const answer =
  (status: number, headers: Record<string, string> = {}): Respond =>
  (response) =>
    void response.writeHead(status, headers).end();

export type Receiver = { port: number; received: Received[]; respondTo: (path: string, respond: Respond) => void };

/** Starts a receiver of webhooks for the current block. It accepts every message, unless its path has another response. */
export function useReceiver(): Receiver {
  const responses = new Map<string, Respond>();
  const receiver: Receiver = {
    port: 0,
    received: [],
    respondTo: (path, respond) => void responses.set(path, respond),
  };
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request).catch(() => '');
    const headers = request.headers as Record<string, string>;
    const path = request.url ?? '';
    const one = { id: headers['webhook-id'] ?? '', path, headers, body, payload: JSON.parse(body || '{}') as Payload };
    receiver.received.push(one);
    (responses.get(path) ?? accept)(response, one);
  };
  const server = createServer((request, response) => void receive(request, response));
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    receiver.port = (server.address() as AddressInfo).port;
  });
  after(() => {
    server.closeAllConnections();
    return once(server.close(), 'close');
  });
  return receiver;
}

let paths = 0;

/** Adds a webhook for these events at a path of its own, for one test. */
export async function makeWebhook(t: TestContext, app: TestApp, { port, received }: Receiver, ...events: EventName[]) {
  paths += 1;
  const path = `/hook-${paths}`;
  const url = `http://127.0.0.1:${port}${path}`;
  const admin = await asAdmin(app);
  const made = await admin.call(webhooksContract.create, { name: `Receiver ${paths}`, url, events });
  assert.equal(made.status, 201, made.raw.body);
  const { id, secret } = made.body;
  t.after(() => deleteWebhook(app.ctx.db, id));
  return {
    id,
    url,
    path,
    secret,
    admin,
    /** The messages that came to this path, with verified signatures. */
    received: () =>
      received
        .filter((one) => one.path === path)
        .map(({ body, headers, ...one }) => {
          const signedAt = new Date(Number(headers['webhook-timestamp']) * 1000);
          assert.equal(headers['webhook-signature'], new Webhook(secret).sign(one.id, signedAt, body));
          return { ...one, type: one.payload.type, data: one.payload.data };
        }),
    log: async () => (await (await asAdmin(app)).call(webhooksContract.messages, { id })).body.messages,
    look: async () => (await (await asAdmin(app)).call(webhooksContract.list, {})).body.find((one) => one.id === id),
  };
}
