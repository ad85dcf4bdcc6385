import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A real mail server on loopback that keeps what it is given. */
export type MailServer = {
  url: string;
  /** The next mail, raw; waits for it. */
  next: () => Promise<string>;
  received: () => number;
  close: () => Promise<void>;
};

const mailWithinMs = 10_000;

export async function openMailServer(): Promise<MailServer> {
  const mails: string[] = [];
  const waiting: ((mail: string) => void)[] = [];
  let received = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received += 1;
        const mail = Buffer.concat(chunks).toString();
        const next = waiting.shift();
        if (next) next(mail);
        else mails.push(mail);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received: () => received,
    next: () =>
      new Promise((resolve, reject) => {
        const mail = mails.shift();
        if (mail !== undefined) {
          resolve(mail);
          return;
        }
        const timer = setTimeout(() => reject(new Error('no mail came')), mailWithinMs);
        waiting.push((arrived) => {
          clearTimeout(timer);
          resolve(arrived);
        });
      }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
