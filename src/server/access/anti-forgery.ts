import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { refusal } from '../refusal.ts';

/**
 * Returns the anti-forgery token of a session: a signature of the session token. It is not stored, and it is invalid
 * for any other session. See docs/choices.md#session-and-anti-forgery-cookies.
 */
export function antiForgeryToken(appKey: Buffer, sessionToken: string): string {
  return createHmac('sha256', appKey).update(`anti-forgery:${sessionToken}`).digest('base64url');
}

/** Refuses a write without the token of its session, or from another site. */
export function refuseForgery(appKey: Buffer, request: FastifyRequest, sessionToken: string | undefined): void {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw refusal.csrf();
  const received = request.headers['x-xsrf-token'];
  if (!sessionToken || typeof received !== 'string') throw refusal.csrf();
  const expected = Buffer.from(antiForgeryToken(appKey, sessionToken));
  const actual = Buffer.from(received);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw refusal.csrf();
}
