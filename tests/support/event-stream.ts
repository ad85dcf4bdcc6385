import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { assertDocumented } from './documented.ts';
import type { Visitor } from './visitor.ts';

export type EventStream = {
  answer: IncomingMessage;
  /** The names of the received events, in their order. */
  events: () => string[];
  /** The received text. */
  text: () => string;
  /** Resolves once that many events were received. */
  until: (count: number) => Promise<void>;
  /** Resolves once the server has ended the stream. */
  ended: Promise<unknown>;
  leave: () => void;
};

/** Opens the event stream of a product that listens on a port, as an open page of this visitor does. */
export async function openEventStream(app: FastifyInstance, visitor: Visitor): Promise<EventStream> {
  const { port } = app.server.address() as AddressInfo;
  const asked = request({ port, path: '/api/events', headers: { cookie: visitor.cookieHeader } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const { statusCode = 0, headers } = answer;
  assertDocumented({ method: 'GET', url: '/api/events' }, { statusCode, headers });
  let text = '';
  answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  // An aborted connection counts as an end.
  const ended = new Promise((resolve) => answer.once('close', resolve).on('error', resolve));
  const events = () => [...text.matchAll(/^event: (\w+)\ndata: \{\}\n\n/gm)].map(([, name]) => name as string);
  return {
    answer,
    events,
    text: () => text,
    until: async (count) => {
      while (events().length < count) await once(answer, 'data');
    },
    ended,
    leave: () => void asked.destroy(),
  };
}
