import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ScannerAddress } from '#server/settings.ts';

/** `failed`: clamd has answered, but cannot scan these bytes, for example because they are too many. */
export type ScanResult =
  | { state: 'clean' }
  | { state: 'infected'; finding: string }
  | { state: 'failed'; finding: string };

/** clamd did not answer. `wasSending`: it accepted the connection, and closed it while bytes were sent. */
export class ScannerAway extends Error {
  readonly wasSending: boolean;

  constructor(message: string, wasSending: boolean) {
    super(message);
    this.wasSending = wasSending;
  }
}

const closed = 'the connection was closed, probably because the file is larger than StreamMaxLength';

// clamd sends nothing while it scans; its own limit for one file is two minutes (MaxScanTime).
const idleMs = 180_000;
const pingMs = 5_000;
const maxReplyLetters = 4_096;

/**
 * Sends bytes to clamd while they are read, and returns its answer. Passes on an error of the bytes. Source: clamd(8), INSTREAM.
 */
export async function scanBytes(address: ScannerAddress, bytes: AsyncIterable<Buffer>): Promise<ScanResult> {
  let failure: unknown;
  async function* commands(): AsyncGenerator<Buffer> {
    yield Buffer.from('zINSTREAM\0');
    try {
      for await (const chunk of bytes) {
        yield lengthOf(chunk.length);
        yield chunk;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
    yield lengthOf(0);
  }
  let reply;
  try {
    reply = await exchange(address, commands(), idleMs);
  } catch (error) {
    // A connection that clamd closes is reset before its reply about the size has been read.
    const isClosed = failure === undefined && error instanceof ScannerAway && error.wasSending;
    if (isClosed && (await scannerVersion(address).catch(() => undefined))) return { state: 'failed', finding: closed };
    throw failure ?? error;
  }
  const found = /^stream: (.*) FOUND$/s.exec(reply)?.[1];
  if (found !== undefined) return { state: 'infected', finding: found.slice(0, 255) };
  if (reply === 'stream: OK') return { state: 'clean' };
  return { state: 'failed', finding: reply.replace(/^stream: /, '').slice(0, 255) };
}

/** Returns the version of clamd and of its signatures, for example 'ClamAV 1.4.3/27810/Mon Nov 23 09:00:00 2026'. */
export async function scannerVersion(address: ScannerAddress): Promise<string> {
  async function* commands(): AsyncGenerator<Buffer> {
    yield Buffer.from('zVERSION\0');
  }
  return exchange(address, commands(), pingMs);
}

function lengthOf(length: number): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(length);
  return prefix;
}

/**
 * Sends commands and returns the reply. clamd may reply and close the connection before it has read everything. Throws
 * ScannerAway after a time without progress.
 */
async function exchange(address: ScannerAddress, commands: AsyncIterable<Buffer>, timeoutMs: number): Promise<string> {
  const socket = connect(address);
  const timer = setTimeout(() => socket.destroy(new Error('no answer in time')), timeoutMs);
  let isDone = false;
  async function* progressing(): AsyncGenerator<Buffer> {
    for await (const command of commands) {
      // A timer that was cleared would start again.
      if (!isDone) timer.refresh();
      yield command;
    }
  }
  let [reply, problem] = ['', 'the connection was closed'];
  const replied = new Promise<string>((resolve, reject) => {
    socket.on('data', (piece: Buffer) => {
      reply += piece.toString('utf8');
      if (reply.includes('\0') || reply.length > maxReplyLetters) resolve(reply);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => (problem = error.code ?? error.message));
    socket.on('close', () =>
      reply === '' ? reject(new ScannerAway(problem, ['EPIPE', 'ECONNRESET'].includes(problem))) : resolve(reply),
    );
  });
  replied.catch(() => {});
  try {
    const sent = pipeline(Readable.from(progressing()), socket, { end: false });
    // After a reply the rest is not sent.
    sent.catch(() => socket.destroy());
    return (await replied).replace(/\0.*$/s, '').trim();
  } finally {
    isDone = true;
    clearTimeout(timer);
    socket.destroy();
  }
}
