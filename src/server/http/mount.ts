import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Gate } from '#shared/access.ts';
import { isRead } from '#shared/endpoint.ts';
import type { AnswerOf, Contract, Endpoint, ParsedInputOf } from '#shared/endpoint.ts';
import { refuseForgery } from '../access/anti-forgery.ts';
import { identify } from '../access/caller.ts';
import type { Caller, Visit } from '../access/caller.ts';
import { passGate, refuseBeforeTwoFactor } from '../access/gate.ts';
import type { Parts } from '../parts.ts';
import { openEventStreams } from './event-streams.ts';
import { receiveForm } from './receive-form.ts';
import type { ReceivedFile } from './receive-form.ts';
import { sendArchive } from './send-archive.ts';
import type { ArchiveAnswer } from './send-archive.ts';
import type { BlobAnswer } from './send-blob.ts';
import { sendBlob } from './send-blob.ts';
import { sendCsv, sendPieces } from './send-pieces.ts';
import type { CsvAnswer } from './send-pieces.ts';
import { carriesBytes, sendTus } from './send-tus.ts';
import type { ResumableUploads } from './send-tus.ts';
import { refuseSlowBody } from './slow-bodies.ts';
import { makeTurns } from './take-turns.ts';

export type Http = { request: FastifyRequest; reply: FastifyReply; visit: Visit };

/** The call before its form is received: nothing but its address is known. */
type Announced<E> = { parts: Parts; caller: Caller; input: ParsedInputOf<Omit<E, 'body'>> };

type Call<E> = {
  parts: Parts;
  caller: E extends { open: true } ? undefined : Caller;
  input: ParsedInputOf<E>;
  /** Staged already; kept if the handler succeeds, removed if it throws. */
  files: ReceivedFile[];
  http: Http;
};

/** What a handler hands over for each way of answering but JSON at once. */
type Sent = {
  file: BlobAnswer;
  archive: ArchiveAnswer;
  page: string;
  pieces: AsyncIterable<string>;
  csv: CsvAnswer;
  tus: ResumableUploads;
};

type Result<E> = E extends { sends: infer Way extends keyof Sent }
  ? Sent[Way]
  : E extends { answer: z.ZodType }
    ? AnswerOf<E>
    : void;

/** A route says who may call it, then calls one function. Without a gate it does not compile. */
export type Route<E> = {
  gate: E extends { open: true } ? 'anyone' : Exclude<Gate, 'anyone'>;
} & (E extends { sends: 'events' } ? object : Handling<E>);

type Handling<E> = {
  /** Asked before a form's files are received, so that what is refused anyway is not sent in vain. */
  accept?: (announced: Announced<E>) => Promise<void>;
  handle: (call: Call<E>) => Promise<Result<E>>;
};

export type Routes<C extends Contract> = { [Name in keyof C]: Route<C[Name]> };

type AnyRoute = {
  gate: Gate;
  accept?: (call: { parts: Parts; caller: Caller; input: unknown }) => Promise<void>;
  handle: (call: unknown) => Promise<unknown>;
};

/** What the house knows of every mounted endpoint; its tests walk them. */
export type MountedEndpoint = { endpoint: Endpoint; gate: Gate };

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit | null;
  }
  interface FastifyContextConfig {
    mounted?: MountedEndpoint;
  }
}

/** Makes a route of every endpoint of a contract: caller, anti-forgery, gate, then body, handler and answer. */
export function mount<C extends Contract>(app: FastifyInstance, parts: Parts, contract: C, routes: Routes<C>): void {
  const turns = makeTurns();
  for (const [name, endpoint] of Object.entries(contract)) {
    mountOne(app, { parts, turns }, endpoint, routes[name as keyof C] as unknown as AnyRoute);
  }
}

type Shared = { parts: Parts; turns: ReturnType<typeof makeTurns> };

function mountOne(app: FastifyInstance, { parts, turns }: Shared, endpoint: Endpoint, route: AnyRoute): void {
  const isWrite = !isRead(endpoint);
  const status = endpoint.status ?? (endpoint.answer || endpoint.sends ? 200 : 204);
  // It tells what `parts.events` hears, and needs no handler.
  const streams = endpoint.sends === 'events' ? openEventStreams(app, parts) : undefined;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint, status),
    config: { mounted: { endpoint, gate: route.gate } },
    // Guards hang on the route itself, so no spelling of the address can walk around them.
    onRequest: async (request) => {
      const visit = await identify(parts, request);
      request.visit = visit;
      if (isWrite) refuseForgery(parts.appKey, request, visit.token);
      await passGate(parts.db, route.gate, visit.caller);
      if (!endpoint.open && !endpoint.beforeTwoFactor) refuseBeforeTwoFactor(parts.config, visit.caller);
      const isTimedByProgress = endpoint.files ?? (endpoint.sends === 'tus' && carriesBytes(request));
      if (isWrite && !isTimedByProgress) refuseSlowBody(request);
    },
    handler: async (request, reply) => {
      const visit = request.visit as Visit;
      if (streams) return streams.answer(request, reply, visit);
      const call = {
        parts,
        caller: visit.caller as Caller,
        http: { request, reply, visit },
        input: inputOf(request, endpoint),
      };
      const answer = endpoint.files
        ? await receiveForm(parts, request, endpoint, {
            accept: async () => route.accept?.(call),
            handle: async (fields, files) => route.handle({ ...call, input: { ...call.input, ...fields }, files }),
          })
        : await route.handle({ ...call, files: [] });
      switch (endpoint.sends) {
        case 'file':
          return sendBlob(parts.watch, request, reply, answer as BlobAnswer);
        case 'archive':
          return sendArchive(reply, answer as ArchiveAnswer);
        case 'page':
          return reply.type('text/html; charset=utf-8').send(answer);
        case 'pieces':
          return sendPieces(reply, answer as AsyncIterable<string>);
        case 'csv':
          return sendCsv(reply, answer as CsvAnswer);
        case 'tus':
          return sendTus(request, reply, turns, answer as ResumableUploads);
        default:
          return reply.code(status).send(endpoint.answer ? answer : undefined);
      }
    },
  });
}

/** Only what the endpoint declares has been checked; an undeclared query or body must not stand in for a parameter of the path. */
function inputOf(request: FastifyRequest, endpoint: Endpoint): object {
  return {
    ...(endpoint.body && !endpoint.files ? (request.body as object) : {}),
    ...(endpoint.query ? (request.query as object) : {}),
    ...(endpoint.params ? (request.params as object) : {}),
  };
}

function schemaOf(endpoint: Endpoint, status: number): object {
  return {
    summary: endpoint.summary,
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    // A form is read by receiveForm, after its files.
    ...(endpoint.body && !endpoint.files ? { body: endpoint.body } : {}),
    ...(endpoint.answer && !endpoint.sends ? { response: { [status]: endpoint.answer } } : {}),
  };
}
