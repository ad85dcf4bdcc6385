import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { contentDisposition } from './content-disposition.ts';

/** Sends JSON that is written piece by piece. */
export function sendPieces(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(Readable.from(pieces, { objectMode: false }));
}

/** A table that is written while it is sent. */
export type CsvAnswer = { name: string; lines: AsyncIterable<string> };

export function sendCsv(reply: FastifyReply, { name, lines }: CsvAnswer): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .headers({
      'content-disposition': contentDisposition('attachment', name),
      'cache-control': 'private, no-store',
    })
    .send(Readable.from(lines, { objectMode: false }));
}
