import cookie from '@fastify/cookie';
import fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { answerErrors, answerUnroutable } from '#server/http/answer-errors.ts';
import { answerMetrics } from '#server/http/answer-metrics.ts';
import { answerUnreadable } from '#server/http/answer-unreadable.ts';
import { answerHealth } from '#server/http/health.ts';
import { logRequests } from '#server/http/log-requests.ts';
import { setSecurityHeaders } from '#server/http/security-headers.ts';
import { seeOwnWrites } from '#server/http/see-own-writes.ts';
import { bytesType } from '#server/http/send-tus.ts';
import { writeAnswers } from '#server/http/serialize.ts';
import { serveBrowser } from '#server/http/serve-browser.ts';
import type { Parts } from '#server/parts.ts';
import { mountFeatures } from './features.ts';

// Headers must come quickly, and a connection on which nothing moves is given up; bodies have limits of their own.
const headersWithinMs = 10_000;
const lookEveryMs = 1_000;
const silentConnectionMs = 120_000;

const stepWithinMs = 30_000;

const jsonBodyBytes = 1024 * 1024;

// In place of Fastify's own, which are not even loaded then: every route has the ones set below.
const neverBuilt = (): never => {
  throw new Error('a route asks for another validator or serializer');
};

/** The whole web application over its parts; `browserFolder` holds the built front end. */
export async function buildApp(parts: Parts, browserFolder: string): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: parts.config.trustProxy ?? false,
    bodyLimit: jsonBodyBytes,
    connectionTimeout: silentConnectionMs,
    http: { headersTimeout: headersWithinMs, connectionsCheckingInterval: lookEveryMs },
    routerOptions: { maxParamLength: 200 },
    // What is done before it opens, and before it closes, waits for others: a busy machine, or a proxy.
    pluginTimeout: stepWithinMs,
    // A request that was let in is answered, even if the server has been told to stop meanwhile.
    return503OnClosing: false,
    genReqId: () => crypto.randomUUID(),
    schemaController: { compilersFactory: { buildValidator: neverBuilt, buildSerializer: neverBuilt } },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: answerUnroutable,
  }) as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(writeAnswers);
  app.decorateRequest('visit', null);
  logRequests(app);
  setSecurityHeaders(app, parts.config);
  answerErrors(app);
  await app.register(cookie);
  seeOwnWrites(app, parts);
  // Left as they come: calls that expect a form read it part by part, and those that expect bytes as they arrive.
  app.addContentTypeParser(['multipart/form-data', bytesType], (_request, _body, done) => done(null));
  answerHealth(app, parts);
  answerMetrics(app, parts);
  mountFeatures(app, parts);
  await serveBrowser(app, browserFolder, parts.config);
  return app;
}
