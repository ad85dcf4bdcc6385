import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Area, Gate } from '#shared/access.ts';
import { isRead } from '#shared/endpoint.ts';
import type { AnswerOf, Contract, Endpoint, ParsedInputOf } from '#shared/endpoint.ts';
import { accessTokenOf, identifyByToken, refuseBeyondToken } from '../access/access-token.ts';
import { refuseForgery } from '../access/anti-forgery.ts';
import { identify } from '../access/caller.ts';
import type { Caller, RequestSession } from '../access/caller.ts';
import { passGate, refuseBeforeTwoFactor } from '../access/gate.ts';
import { refuseOtherUser } from '../access/shown-user.ts';
import { awaitedResponse } from '../awaited-response.ts';
import type { Context } from '../context.ts';
import { openEventStreams } from './event-streams.ts';
import { openKindOf } from './open-requests.ts';
import { receiveForm } from './receive-form.ts';
import type { ReceivedFile } from './receive-form.ts';
import { sendArchive } from './send-archive.ts';
import type { ArchiveAnswer } from './send-archive.ts';
import type { BlobAnswer } from './send-blob.ts';
import { sendBlob } from './send-blob.ts';
import { sendCalendar } from './send-calendar.ts';
import { sendPieces } from './send-pieces.ts';
import { carriesBytes, sendTus } from './send-tus.ts';
import type { ResumableUploads } from './send-tus.ts';
import { refuseSlowBody } from './slow-bodies.ts';
import { sendTable } from './table-answer.ts';
import type { Table } from './table-answer.ts';
import { makeUploadLocks } from './upload-locks.ts';

export type Http = { request: FastifyRequest; reply: FastifyReply; session: RequestSession };

/** Returns whether the client requests only the headers. Then no file is opened and no use is recorded. */
export const isHead = ({ request }: Http): boolean => request.method === 'HEAD';

/** The call before its form is received. Only the URL has been parsed. */
type AcceptedCall<E> = { ctx: Context; caller: Caller; input: ParsedInputOf<Omit<E, 'body'>> };

type Call<E> = {
  ctx: Context;
  caller: E extends { open: true } ? undefined : Caller;
  input: ParsedInputOf<E>;
  /** Staged files. They are stored if the handler succeeds, and removed if it throws. */
  files: ReceivedFile[];
  http: Http;
};

/** The result of a handler for each kind of response other than JSON. */
type ResultBySends = {
  file: BlobAnswer;
  archive: ArchiveAnswer;
  page: string;
  calendar: string;
  pieces: AsyncIterable<string>;
  csv: Table;
  xlsx: Table;
  tus: ResumableUploads;
};

type Result<E> = E extends { sends: infer Way extends keyof ResultBySends }
  ? ResultBySends[Way]
  : E extends { answer: z.ZodType }
    ? AnswerOf<E>
    : void;

/** A route declares its gate and calls one function. Without a gate it does not compile. */
export type Route<E> = {
  gate: E extends { open: true } ? 'anyone' : Exclude<Gate, 'anyone'>;
} & (E extends { sends: 'events' } ? object : Handlers<E>);

type Handlers<E> = {
  /** Runs before the files of a form are received, so that the client does not send files that would be refused. */
  accept?: (call: AcceptedCall<E>) => Promise<void>;
  handle: (call: Call<E>) => Promise<Result<E>>;
};

export type Routes<C extends Contract> = { [Name in keyof C]: Route<C[Name]> };

type AnyRoute = {
  gate: Gate;
  accept?: (call: { ctx: Context; caller: Caller; input: unknown }) => Promise<void>;
  handle: (call: unknown) => Promise<unknown>;
};

/** The metadata of a mounted endpoint, which the architecture tests check. */
export type MountedEndpoint = { endpoint: Endpoint; gate: Gate; area: Endpoint['area'] };

declare module 'fastify' {
  interface FastifyRequest {
    session: RequestSession | null;
  }
  interface FastifyContextConfig {
    mounted?: MountedEndpoint;
  }
}

/**
 * Registers every endpoint of a contract. The steps are: identify the caller, compare it with the user that the client
 * shows, check the anti-forgery token or the access token, and the gate, read the body, run the handler, send the response.
 */
export function mount<C extends Contract>(
  app: FastifyInstance,
  ctx: Context,
  contract: C,
  routes: Routes<C>,
  area?: Area,
): void {
  const uploadLocks = makeUploadLocks();
  for (const [name, endpoint] of Object.entries(contract)) {
    const shared = { ctx, uploadLocks, area: areaOf(endpoint, area) };
    mountOne(app, shared, endpoint, routes[name as keyof C] as unknown as AnyRoute);
  }
}

/** Returns the area that an access token needs for a call of a contract with this area. */
export const areaOf = (endpoint: Endpoint, ofContract: Area | undefined): Endpoint['area'] =>
  endpoint.area ?? ofContract;

type Shared = { ctx: Context; uploadLocks: ReturnType<typeof makeUploadLocks>; area: Endpoint['area'] };

function mountOne(app: FastifyInstance, { ctx, uploadLocks, area }: Shared, endpoint: Endpoint, route: AnyRoute): void {
  const isWrite = !isRead(endpoint);
  const status = endpoint.status ?? (endpoint.answer || endpoint.sends ? 200 : 204);
  // The route of the event stream sends the events of `ctx.events` and needs no handler.
  const identifyCaller = async (request: FastifyRequest): Promise<RequestSession> => {
    const token = accessTokenOf(request);
    if (token !== undefined) {
      const session = await identifyByToken(ctx, request, route.gate, token);
      refuseBeyondToken(endpoint, area, session.caller);
      return session;
    }
    const session = await identify(ctx, request, route.gate);
    if (isWrite && !endpoint.open) refuseOtherUser(request, session.caller);
    if (isWrite) refuseForgery(ctx.appKey, request, session.token);
    return session;
  };
  const streams = endpoint.sends === 'events' ? openEventStreams(app, ctx) : undefined;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint, status),
    ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
    config: { mounted: { endpoint, gate: route.gate, area } },
    // The checks are attached to the route itself, so that no other spelling of the URL bypasses them.
    onRequest: async (request) => {
      request.session = await identifyCaller(request);
      const { caller } = request.session;
      await passGate(ctx.db, route.gate, caller);
      // A program has no second factor. Its owner needed one to make the token.
      const needsTwoFactor = !endpoint.open && !endpoint.beforeTwoFactor && !caller?.token;
      if (needsTwoFactor) refuseBeforeTwoFactor(ctx.config, caller);
      if (!isWrite) app.refuseManyResponses(request);
      const isTimedByProgress = endpoint.files ?? (endpoint.sends === 'tus' && carriesBytes(request));
      if (isWrite && !isTimedByProgress) refuseSlowBody(request);
    },
    handler: async (request, reply) => {
      const session = request.session as RequestSession;
      if (streams) return streams.answer(request, reply, session);
      const end = await enterOpenRequest(ctx, endpoint, session.caller, reply);
      const call = {
        ctx,
        caller: session.caller as Caller,
        http: { request, reply, session },
        input: inputOf(request, endpoint),
      };
      const handle = async () =>
        endpoint.files
          ? receiveForm(ctx, request, endpoint, {
              accept: async () => route.accept?.(call),
              handle: async (fields, files) => route.handle({ ...call, input: { ...call.input, ...fields }, files }),
            })
          : route.handle({ ...call, files: [] });
      // A stream may go on reading after its client has left, to record its end.
      const endsWithClient = !isWrite && endpoint.answer && !endpoint.sends;
      const answer = await (endsWithClient ? awaitedResponse.run(reply.raw, handle) : handle()).finally(end);
      switch (endpoint.sends) {
        case 'file':
          return sendBlob(ctx, request, reply, answer as BlobAnswer);
        case 'archive':
          return sendArchive(reply, answer as ArchiveAnswer);
        case 'page':
          return reply.type('text/html; charset=utf-8').send(answer);
        case 'calendar':
          return sendCalendar(request, reply, answer as string);
        case 'pieces':
          return sendPieces(reply, answer as AsyncIterable<string>);
        case 'csv':
        case 'xlsx':
          return sendTable(reply, endpoint.sends, answer as Table);
        case 'tus':
          return sendTus(request, reply, uploadLocks, answer as ResumableUploads);
        default:
          return reply.code(status).send(endpoint.answer ? answer : undefined);
      }
    },
  });
}

/**
 * Waits for the caller's turn, if the number of such calls of one user is limited. Returns a function that ends the call
 * after its handler. A call that sends a stream ends with its response instead.
 */
async function enterOpenRequest(
  { openRequests }: Context,
  endpoint: Endpoint,
  caller: Caller | undefined,
  reply: FastifyReply,
): Promise<() => void> {
  const kind = openKindOf(endpoint);
  if (!kind || !caller) return () => {};
  const end = await openRequests.enter(kind, caller.id, reply.raw);
  if (!endpoint.sends) return end;
  finished(reply.raw, end);
  return () => {};
}

/**
 * Includes only the parts that the endpoint declares and that were therefore validated. An undeclared query or body
 * must not replace a path parameter.
 */
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
    // `receiveForm` parses a form, after its files.
    ...(endpoint.body && !endpoint.files ? { body: endpoint.body } : {}),
    ...(endpoint.answer && !endpoint.sends ? { response: { [status]: endpoint.answer } } : {}),
  };
}
