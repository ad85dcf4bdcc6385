import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { sendStream } from './send-stream.ts';

/** Sends JSON that is generated piece by piece. */
export function sendPieces(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  reply.type('application/json; charset=utf-8');
  return sendStream(reply, Readable.from(pieces, { objectMode: false }));
}
