import type { FastifyInstance } from 'fastify';
import { isHttps } from '../access/is-https.ts';
import type { Config } from '../config.ts';

// Mantine sets sizes and colours in style attributes. All other content comes from this origin.
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

/** One year, as browsers and ASVS 3.4.1 require. */
const httpsOnly = 'max-age=31536000; includeSubDomains';

/** For responses that bypass Fastify, whose hooks do not set these headers. */
export const securityHeaders = { 'content-security-policy': pagePolicy, ...everywhere };

/** Sets the headers of every response. A route may replace them: a stored file has a stricter policy. */
export function setSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = { ...securityHeaders, 'cache-control': 'no-store' };
  const headersOverHttps = { ...headers, 'strict-transport-security': httpsOnly };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isHttps(config, request) ? headersOverHttps : headers);
    done();
  });
}
