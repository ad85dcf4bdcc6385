import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { contentDisposition } from './content-disposition.ts';

/** An archive that is written while it is sent; `size` in bytes is known before. */
export type ArchiveAnswer = { name: string; size: number; stream: Readable };

export function sendArchive(reply: FastifyReply, { name, size, stream }: ArchiveAnswer): FastifyReply {
  return reply
    .type('application/zip')
    .headers({
      'content-length': size,
      'content-disposition': contentDisposition('attachment', name),
      'cache-control': 'private, no-store',
    })
    .send(stream);
}
