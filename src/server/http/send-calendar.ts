import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { conditionOf } from './conditions.ts';

/** Sends iCalendar, or 304 if the client has this content. Programs fetch it every hour, and it rarely changes. */
export async function sendCalendar(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const entity = { size: text.length, sha256: hash('sha256', text), modifiedAt: '' };
  void reply.header('etag', `"${entity.sha256}"`).header('cache-control', 'private, no-cache');
  const { 'if-none-match': tags } = headers;
  if (tags !== undefined && conditionOf({ 'if-none-match': tags }, entity) === 'fresh') return reply.code(304).send();
  return reply.type('text/calendar; charset=utf-8').send(text);
}
