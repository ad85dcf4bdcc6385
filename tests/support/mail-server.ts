import type { AddressInfo } from 'node:net';
import { after, before } from 'node:test';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { sendMailsJob } from '../../src/app/server/jobs/send-mails.job.ts';
import type { TestApp } from './test-app.ts';

/** An SMTP server on loopback that stores the received mails. */
export type MailServer = {
  url: string;
  /** Returns the next mail as received. Rejects after 10 s without one. */
  next: () => Promise<string>;
  received: () => number;
  /** The most mails that were sent at the same time. */
  mostAtOnce: () => number;
  close: () => Promise<void>;
};

type Behaviour = { refuses?: (recipient: string) => number | undefined; takesMs?: number };

const mailTimeoutMs = 10_000;

/** `refuses` answers a recipient with this status. `takesMs` is the time after which a mail is accepted. */
export async function openMailServer({ refuses = () => undefined, takesMs = 0 }: Behaviour = {}): Promise<MailServer> {
  const mails: string[] = [];
  const waiting: ((mail: string) => void)[] = [];
  let received = 0;
  let open = 0;
  let mostAtOnce = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const status = refuses(address);
      done(status === undefined ? null : Object.assign(new Error('refused by the test'), { responseCode: status }));
    },
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      open += 1;
      mostAtOnce = Math.max(mostAtOnce, open);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received += 1;
        const mail = Buffer.concat(chunks).toString();
        const next = waiting.shift();
        if (next) next(mail);
        else mails.push(mail);
        setTimeout(() => {
          open -= 1;
          done();
        }, takesMs);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received: () => received,
    mostAtOnce: () => mostAtOnce,
    next: () =>
      new Promise((resolve, reject) => {
        const mail = mails.shift();
        if (mail !== undefined) {
          resolve(mail);
          return;
        }
        const timer = setTimeout(() => reject(new Error('no mail was received')), mailTimeoutMs);
        waiting.push((arrived) => {
          clearTimeout(timer);
          resolve(arrived);
        });
      }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** An SMTP server for the tests of a block. Its `url` exists from the first `before` hook on. */
export function useMailServer(): MailServer {
  const server = {} as MailServer;
  before(async () => {
    Object.assign(server, await openMailServer());
  });
  after(() => server.close());
  return server;
}

/** Sends the mails that are due, as the job of a server does. */
export const sendMails = ({ ctx }: TestApp, signal = new AbortController().signal) => sendMailsJob.run(ctx, signal);

/** Decodes a received mail. */
export async function readMail(received: string) {
  const { subject = '', text = '', html = '', ...rest } = await PostalMime.parse(received);
  return { subject, text, html, ...rest };
}
