import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { contentDisposition } from './content-disposition.ts';
import { sendStream } from './send-stream.ts';

/** An archive that is generated while it is sent. `size` is in bytes. */
export type ArchiveAnswer = { name: string; size: number; stream: Readable };

export function sendArchive(reply: FastifyReply, { name, size, stream }: ArchiveAnswer): FastifyReply {
  reply.type('application/zip').headers({
    'content-length': size,
    'content-disposition': contentDisposition('attachment', name),
    'cache-control': 'private, no-store',
  });
  return sendStream(reply, stream);
}
