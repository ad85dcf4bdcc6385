import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { callbackify } from 'node:util';

const pieceBytes = 256 * 1024;

/**
 * Streams a range of a file, and closes the file at the end. New memory for each piece costs three times as much processor
 * time, most of it for garbage collection. So a piece takes the memory of an earlier one that has left the process.
 * `pendingBytes` returns how many of the bytes that this stream has passed on have not.
 */
export function readPieces(
  handle: FileHandle,
  { start, end }: { start: number; end: number },
  pendingBytes: () => number,
): Readable {
  /** The memory of the pieces in their order, with the position in the file after each. */
  const filled: { bytes: Buffer; endsAt: number }[] = [];
  let position = start;
  let reading = Promise.resolve();

  const nextMemory = (): Buffer => {
    const sentUntil = position - stream.readableLength - pendingBytes();
    const isFree = filled[0] !== undefined && filled[0].endsAt <= sentUntil;
    return (isFree && filled.shift()?.bytes) || Buffer.allocUnsafeSlow(pieceBytes);
  };
  const readNext = async () => {
    const bytes = nextMemory();
    const { bytesRead } = await handle.read(bytes, 0, Math.min(pieceBytes, end - position + 1), position);
    if (bytesRead === 0) throw new Error('a stored file ended while it was read');
    position += bytesRead;
    filled.push({ bytes, endsAt: position });
    stream.push(bytes.subarray(0, bytesRead));
    if (position > end) stream.push(null);
  };
  const close = callbackify(async () => {
    // The file must stay open until the read has ended.
    await reading;
    await handle.close();
  });
  const stream = new Readable({
    // Reads no piece ahead, which would need memory of its own.
    highWaterMark: 0,
    read() {
      reading = readNext().catch((error: Error) => void stream.destroy(error));
    },
    destroy: (error, done) => close((failed) => done(error ?? failed)),
  });
  return stream;
}
