import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sends JSON that is written piece by piece. */
export function sendPieces(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(Readable.from(pieces, { objectMode: false }));
}
