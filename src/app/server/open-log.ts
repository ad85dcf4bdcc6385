import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import type { Logger } from 'pino';

export type OpenLog = {
  log: Logger;
  /** Waits until all lines are written. Call this before `process.exit`, and log nothing after it. */
  writeAll: () => Promise<void>;
};

/** A program that reads the log must not hold the exit for longer. */
const maxWriteMs = 5_000;

/** Lines that cannot be written wait in memory up to this size. Later ones are dropped. Our choice. */
const maxWaitingBytes = 16 * 1024 ** 2;

/** Opens the log on standard output: one line of JSON per event, or readable text in a terminal. */
export function openLog(level: string): OpenLog {
  const options = { level, redact: ['req.headers.cookie', 'req.headers["x-xsrf-token"]', 'password'] };
  if (process.stdout.isTTY) {
    const transport = { target: 'pino-pretty', options: { colorize: true, ignore: 'pid,hostname' } };
    return { log: pino({ ...options, transport }), writeAll: async () => {} };
  }
  const stdout = pino.destination({ dest: process.stdout.fd, sync: false, maxLength: maxWaitingBytes });
  let hasReader = true;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') hasReader = false;
    // The disk of the log may be full. pino keeps the line and tries again at the next one. At the exit it would try until
    // the write succeeds, so that the process would never end.
    stdout.flushSync = () => {};
  });
  // `announce` writes to the same stream. Without this, its failed write would end the process.
  process.stdout.on('error', () => {});
  return {
    log: pino(options, stdout),
    // At the exit, pino writes the lines that wait. A line that is being written would come after them, or be lost if the
    // reader of standard output is slow.
    async writeAll() {
      if (!hasReader) return;
      const written = new Promise((resolve) => stdout.once('drain', resolve).once('error', resolve));
      // Without a write, there is no 'drain'.
      stdout.write('');
      await Promise.race([written, sleep(maxWriteMs)]);
      // Otherwise pino would wait at the exit until a reader has come.
      stdout.destroy();
    },
  };
}
