import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** The streams of each connection that are being sent or wait to be sent. */
const streamsOf = new WeakMap<Socket, Set<Readable>>();

/**
 * Sends a stream and owns it: the stream is destroyed, and with it the file or connection behind it, when it ends and when
 * the client's connection closes. Fastify alone leaves a stream open in two cases: the response waits behind another one of
 * the same connection (HTTP pipelining), or a hook that runs before the first byte fails.
 */
export function sendStream(reply: FastifyReply, stream: Readable): FastifyReply {
  const { socket } = reply.request.raw;
  if (socket.destroyed) {
    stream.destroy();
  } else {
    const streams = streamsOf.get(socket) ?? follow(socket);
    streams.add(stream);
    stream.once('close', () => streams.delete(stream));
  }
  return reply.send(stream);
}

function follow(socket: Socket): Set<Readable> {
  const streams = new Set<Readable>();
  streamsOf.set(socket, streams);
  socket.once('close', () => streams.forEach((stream) => stream.destroy()));
  return streams;
}
