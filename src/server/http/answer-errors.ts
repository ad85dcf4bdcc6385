import { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Failure } from '#shared/fields.ts';
import { isDatabaseAway, isDatabaseFull, isMissingReference } from '../database/portable.ts';
import { Refusal, refusal } from '../refusal.ts';
import { drain, forget, restOf } from './drain.ts';
import { securityHeaders } from './security-headers.ts';

const texts = {
  broke: 'Something went wrong on the server. Try again; if it keeps happening, tell an administrator.',
  brokenJson: 'The body of the request is not valid JSON.',
  bodyTooLarge: 'The body of the request is too large.',
  wrongBodyType: 'Send the body as application/json.',
  malformed: 'The request could not be understood.',
  referenceGone: 'Something this belongs to was deleted a moment ago. Load the page again.',
  full: 'The server has run out of disk space, so nothing could be saved. Tell an administrator.',
  databaseAway: 'The database does not answer right now. Try again in a moment.',
};

/** The one place where something thrown becomes an answer. Source: decisions.md section 2. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refused = asRefusal(error);
    if (refused?.cause) request.log.warn({ err: refused.cause }, refused.message);
    if (!refused) request.log.error({ err: error, caller: request.visit?.caller?.id }, 'a request failed');
    return answer(request, reply, refused ?? new Refusal(500, texts.broke));
  });
  app.setNotFoundHandler(async (request, reply) => answer(request, reply, refusal.notFound()));
}

/** An address that no route can have: not text once it is decoded, or too long. No hook sees such a request. */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(securityHeaders);
  void answer(request, reply, error.statusCode === 400 ? refusal.badRequest(texts.malformed) : refusal.notFound());
}

function answer(request: FastifyRequest, reply: FastifyReply, refused: Refusal): FastifyReply {
  const { message, errors, details } = refused;
  const body: Failure = { message, ...(errors ? { errors } : {}), ...(details ? { details } : {}) };
  if (refused.retryAfterSeconds !== undefined) reply.header('retry-after', refused.retryAfterSeconds);
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').code(refused.status);
  const rest = restOf(request.raw);
  // Fastify means to close a connection over a JSON body that is too large; its sender is to learn why all the same.
  if (rest === 'much' || (rest === 'little' && reply.hasHeader('connection')))
    return answerAndClose(request, reply, JSON.stringify(body));
  // What was not read to its end would be taken for the next request.
  if (rest === 'little') forget(request.raw);
  // A status of our own may follow one that a handler had set; the answer's schema is not meant for failures.
  return reply.serializer(JSON.stringify).send(body);
}

/** Answers at once, and ends the connection only after a while, so that a client that is still sending gets to read the answer. */
function answerAndClose(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const bodyThenPatience = async function* () {
    yield body;
    await drain(request.raw);
  };
  return reply
    .headers({ connection: 'close', 'content-length': Buffer.byteLength(body) })
    .send(Readable.from(bodyThenPatience()));
}

function asRefusal(error: FastifyError): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    if (error.validationContext === 'params') return refusal.notFound();
    return invalid(
      error.validation.map((issue) => ({
        path: issue.instancePath.split('/').filter(Boolean),
        message: issue.message ?? '',
      })),
    );
  }
  if (error instanceof z.ZodError) return invalid(error.issues);
  if (isMissingReference(error)) return refusal.conflict(texts.referenceGone);
  if (isDatabaseFull(error) || isStoreFull(error)) return refusal.storeFull(texts.full);
  if (isDatabaseAway(error)) return refusal.unavailable(texts.databaseAway);
  if (isOutOfHandles(error)) return refusal.storeAway();
  return ofFastify(error);
}

function ofFastify(error: FastifyError): Refusal | undefined {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refusal.tooLarge(texts.bodyTooLarge);
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal(415, texts.wrongBodyType);
  if (error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY' || error.statusCode === 400)
    return refusal.badRequest(texts.brokenJson);
  const isClients = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
  return isClients ? new Refusal(error.statusCode as number, texts.malformed) : undefined;
}

function invalid(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Refusal {
  const errors: Record<string, string[]> = {};
  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || 'request';
    (errors[field] ??= []).push(issue.message);
  }
  return new Refusal(422, issues[0]?.message ?? texts.malformed, { errors });
}

const isStoreFull = (error: NodeJS.ErrnoException) => error.code === 'ENOSPC' || error.code === 'EDQUOT';

const isOutOfHandles = (error: NodeJS.ErrnoException) =>
  error.code === 'EMFILE' || error.code === 'ENFILE' || error.code === 'EIO';
