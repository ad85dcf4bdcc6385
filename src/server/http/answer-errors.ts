import { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ErrorAnswer } from '#shared/error-codes.ts';
import { formatFor } from '#shared/format.ts';
import { ClientLeft } from '../awaited-response.ts';
import { DatabaseFileLost } from '../database/database-file.ts';
import {
  isDatabaseAway,
  isDatabaseDamaged,
  isDatabaseFull,
  isDatabaseUnwritable,
  isMissingReference,
} from '../database/dialect/errors.ts';
import { Refusal, refusal } from '../refusal.ts';
import { isStoreAway, isStoreFull } from '../system-errors.ts';
import { discard, drain, isLastRequest, unreadPartOf } from './drain.ts';
import { localeOf } from './locale-of.ts';
import { securityHeaders } from './security-headers.ts';

const texts = {
  broke: 'Something went wrong on the server. Try again; if it keeps happening, tell an administrator.',
  brokenJson: 'The body of the request is not valid JSON.',
  bodyTooLarge: 'The body of the request is too large.',
  wrongBodyType: 'Send the body as application/json.',
  malformed: 'The request could not be understood.',
  referenceGone: 'Another user has just deleted something that this refers to. Reload the page.',
  databaseAway: 'The database does not answer right now. Try again in a moment.',
  databaseUnwritable: 'The database cannot be written to, so nothing was saved. Tell an administrator.',
  databaseLost: 'The file of the database was deleted or replaced, so nothing was saved. Tell an administrator.',
  databaseDamaged: 'The database is damaged. Tell an administrator.',
};

/** The only place that turns thrown errors into responses. See docs/choices.md#error-answers. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refused = asRefusal(error);
    if (refused?.cause) request.log[levelOf(refused.cause)]({ err: refused.cause }, refused.message);
    if (!refused && !isOfClosedConnection(error, request))
      request.log.error({ err: error, caller: request.session?.caller?.id }, 'a request failed');
    return answer(request, reply, refused ?? new Refusal('internal', texts.broke));
  });
  app.setNotFoundHandler(async (request, reply) => answer(request, reply, refusal.notFound('route.not_found')));
}

/**
 * Answers a URL that no route can match: it is not valid UTF-8 once decoded, or too long. No hook runs for such a
 * request.
 */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(securityHeaders);
  void answer(
    request,
    reply,
    error.statusCode === 400
      ? refusal.badRequest('request.malformed', texts.malformed)
      : refusal.notFound('route.not_found'),
  );
}

function answer(request: FastifyRequest, reply: FastifyReply, refused: Refusal): FastifyReply {
  const { code, details } = refused;
  const write = () => refused.written();
  const { message, errors } =
    typeof refused.sentence === 'string'
      ? write()
      : formatFor({ locale: localeOf(request), timeZone: undefined }, write);
  const body: ErrorAnswer = { message, code, ...(errors ? { errors } : {}), ...(details ? { details } : {}) };
  if (refused.retryAfterSeconds !== undefined) reply.header('retry-after', refused.retryAfterSeconds);
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').code(refused.status);
  const unread = unreadPartOf(request.raw);
  // For a JSON body that is too large, Fastify sets `connection: close`; a client may have asked for it. If the connection
  // were closed before the body has arrived, the client would get a reset instead of the response.
  const closes = reply.hasHeader('connection') || isLastRequest(request.raw);
  if (unread === 'much' || (unread === 'little' && closes)) return answerAndClose(request, reply, JSON.stringify(body));
  // Without this, the unread rest would be parsed as the next request.
  if (unread === 'little') discard(request.raw);
  // A handler may have set another status, and the response schema does not describe errors.
  return reply.serializer(JSON.stringify).send(body);
}

/** Answers immediately but closes the connection later, so that a client that is still sending can read the response. */
function answerAndClose(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const bodyThenDrain = async function* () {
    yield body;
    await drain(request.raw);
  };
  return reply
    .headers({ connection: 'close', 'content-length': Buffer.byteLength(body) })
    .send(Readable.from(bodyThenDrain()));
}

function asRefusal(error: FastifyError): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    if (error.validationContext === 'params') return refusal.notFound('route.not_found');
    return invalid(
      error.validation.map((issue) => ({
        path: issue.instancePath.split('/').filter(Boolean),
        message: issue.message ?? '',
      })),
    );
  }
  if (error instanceof z.ZodError) return invalid(error.issues);
  if (isMissingReference(error)) return refusal.conflict('reference.gone', texts.referenceGone);
  if (isDatabaseFull(error) || isStoreFull(error)) return refusal.storeFull(error);
  if (isDatabaseDamaged(error)) return refusal.unavailable('database.unavailable', texts.databaseDamaged, error);
  if (error instanceof DatabaseFileLost) return refusal.unavailable('database.unavailable', texts.databaseLost, error);
  if (isDatabaseUnwritable(error)) return refusal.unavailable('database.unavailable', texts.databaseUnwritable, error);
  if (isDatabaseAway(error)) return refusal.unavailable('database.unavailable', texts.databaseAway);
  if (isStoreAway(error)) return refusal.storeAway(error);
  return ofFastify(error);
}

/**
 * Returns whether the client closed the connection before the response began. A query was cancelled, or `sendStream` has destroyed the stream,
 * and Fastify passes that to the error handler as the stream's own failure. The socket is asked and not the response,
 * which is destroyed only when the socket emits 'close'.
 */
const isOfClosedConnection = (error: FastifyError, request: FastifyRequest) =>
  error instanceof ClientLeft || (error.code === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.socket.destroyed);

/** These need an administrator at once. The others may end by themselves. */
const levelOf = (cause: unknown) => (isDatabaseDamaged(cause) || cause instanceof DatabaseFileLost ? 'error' : 'warn');

function ofFastify(error: FastifyError): Refusal | undefined {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refusal.tooLarge('request.too_large', texts.bodyTooLarge);
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Refusal('request.unsupported_type', texts.wrongBodyType);
  if (error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY' || error.statusCode === 400)
    return refusal.badRequest('request.invalid_json', texts.brokenJson);
  const isClientError = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
  return isClientError
    ? new Refusal('request.malformed', texts.malformed, { status: error.statusCode as number })
    : undefined;
}

function invalid(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Refusal {
  const errors: Record<string, string[]> = {};
  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || 'request';
    (errors[field] ??= []).push(issue.message);
  }
  return new Refusal('validation.failed', issues[0]?.message ?? texts.malformed, { errors });
}
