import cookie from '@fastify/cookie';
import fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { answerUnsubscribe } from '#features/notifications/server/unsubscribe.ts';
import { answerBackChannelLogout } from '#features/single-sign-on/server/back-channel-logout.ts';
import type { Context } from '#server/context.ts';
import { answerErrors, answerUnroutable } from '#server/http/answer-errors.ts';
import { answerMetrics } from '#server/http/answer-metrics.ts';
import { answerUnreadable } from '#server/http/answer-unreadable.ts';
import { ignoreForwardedPorts } from '#server/http/forwarded-addresses.ts';
import { answerHealth } from '#server/http/health.ts';
import { makeHttpServer } from '#server/http/http-server.ts';
import { logRequests } from '#server/http/log-requests.ts';
import { countOpenResponses } from '#server/http/open-requests.ts';
import { refuseTwoHosts } from '#server/http/refuse-two-hosts.ts';
import { setSecurityHeaders } from '#server/http/security-headers.ts';
import { bytesType } from '#server/http/send-tus.ts';
import { serveBrowser } from '#server/http/serve-browser.ts';
import { answerWellKnown } from '#server/http/well-known.ts';
import { mountFeatures } from './features.ts';
import { screenModules } from './screen-modules.ts';

const pluginTimeoutMs = 30_000;

// Parsing 1 MB of nested arrays takes 100 ms. 1,000 permissions have 60 KB. A call with larger bodies sets `maxBodyBytes`.
const jsonBodyBytes = 256 * 1024;

// Fastify then does not load its default compilers. Every route uses those that are set below.
const refuseCompiler = (): never => {
  throw new Error('A route uses another validator or serializer.');
};

/** Builds the web application. `browserFolder` contains the built front end. */
export async function buildApp(ctx: Context, browserFolder: string): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: ctx.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: ctx.config.trustProxy ?? false,
    bodyLimit: jsonBodyBytes,
    serverFactory: (handle) => makeHttpServer(handle),
    routerOptions: { maxParamLength: 200 },
    // The hooks at start and stop may wait for a busy machine or a proxy.
    pluginTimeout: pluginTimeoutMs,
    // The server completes accepted requests even while it stops.
    return503OnClosing: false,
    genReqId: () => crypto.randomUUID(),
    schemaController: { compilersFactory: { buildValidator: refuseCompiler, buildSerializer: refuseCompiler } },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, ctx.log),
    frameworkErrors: answerUnroutable,
  }) as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  if (ctx.config.trustProxy) ignoreForwardedPorts(app);
  logRequests(app);
  setSecurityHeaders(app, ctx.config);
  answerErrors(app);
  refuseTwoHosts(app);
  countOpenResponses(app);
  await app.register(cookie);
  // These bodies are not parsed here. The handlers stream forms part by part, and bytes as they arrive.
  app.addContentTypeParser(['multipart/form-data', bytesType], (_request, _body, done) => done(null));
  answerHealth(app, ctx);
  answerWellKnown(app, ctx.config);
  answerMetrics(app, ctx);
  await answerBackChannelLogout(app, ctx);
  await answerUnsubscribe(app, ctx);
  mountFeatures(app, ctx);
  await app.register(async (scope) => serveBrowser(scope, browserFolder, screenModules, ctx.config));
  return app;
}
