import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { refusal } from '../refusal.ts';

/**
 * The token that belongs to a session: a signature of its secret, so that nothing has to be stored for visitors
 * and no other session's token fits. Source: decisions.md section 2.
 */
export function antiForgeryToken(appKey: Buffer, sessionToken: string): string {
  return createHmac('sha256', appKey).update(`anti-forgery:${sessionToken}`).digest('base64url');
}

/** Refuses a write that does not carry its session's token, or that another site has sent. */
export function refuseForgery(appKey: Buffer, request: FastifyRequest, sessionToken: string | undefined): void {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw refusal.csrf();
  const given = request.headers['x-xsrf-token'];
  if (!sessionToken || typeof given !== 'string') throw refusal.csrf();
  const expected = Buffer.from(antiForgeryToken(appKey, sessionToken));
  const actual = Buffer.from(given);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw refusal.csrf();
}
