import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { contentDisposition } from './content-disposition.ts';
import { sendStream } from './send-stream.ts';

/** Sends JSON that is generated piece by piece. */
export function sendPieces(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  reply.type('application/json; charset=utf-8');
  return sendStream(reply, Readable.from(pieces, { objectMode: false }));
}

/** A table that is generated while it is sent. */
export type CsvAnswer = { name: string; lines: AsyncIterable<string> };

export function sendCsv(reply: FastifyReply, { name, lines }: CsvAnswer): FastifyReply {
  reply.type('text/csv; charset=utf-8').headers({
    'content-disposition': contentDisposition('attachment', name),
    'cache-control': 'private, no-store',
  });
  return sendStream(reply, Readable.from(lines, { objectMode: false }));
}
