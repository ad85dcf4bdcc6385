import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { MailContent } from '#shared/mail-content.ts';
import { htmlOf, textOf } from './mail-design.ts';

export type Mail = {
  to: string;
  subject: string;
  content: MailContent;
  /** The address that ends mails of this kind. Makes the mail one of a list. Source: RFC 8058. */
  unsubscribe?: string;
};

/**
 * Sends a mail as plain text and as HTML generated from it. Throws if the mail server does not accept it. `id` becomes the
 * first part of its Message-ID.
 */
export type Mailer = (mail: Mail & { id?: string }) => Promise<void>;

const replyTimeoutMs = 15_000;

/** The limit for a whole mail, because a server that sends a byte now and then meets the timeouts of single replies. */
const mailTimeoutMs = 60_000;

const optionsOf = (smtpUrl: string) => ({
  url: smtpUrl,
  connectionTimeout: replyTimeoutMs,
  greetingTimeout: replyTimeoutMs,
  socketTimeout: replyTimeoutMs,
});

/** Signs in to the mail server without sending anything. Throws if that fails. */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const transport = createTransport(optionsOf(smtpUrl));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Returns a mailer that uses the server of SMTP_URL and the sender of MAIL_FROM. */
export function makeMailer({ url, from }: { url: string; from: string }, brand: string): Mailer {
  const transport = createTransport(optionsOf(url));
  const domain = /@([^\s@>]+)>?$/.exec(from)?.[1];
  return async ({ to, subject, content, unsubscribe, id }) => {
    // Keeps mail programs from answering with 'I am out of office'. Source: RFC 3834.
    const headers = { 'Auto-Submitted': 'auto-generated', ...(unsubscribe && listHeaders(unsubscribe, domain)) };
    const bodies = { text: textOf(content), html: htmlOf(brand, content) };
    const messageId = id && domain ? { messageId: `<${id}@${domain}>` } : {};
    await withinTimeout(transport.sendMail({ from, to, subject, headers, ...bodies, ...messageId }));
  };
}

/** Sources: RFC 2919 and RFC 8058. */
const listHeaders = (unsubscribe: string, domain = 'localhost') => ({
  'List-Id': `<notifications.${domain}>`,
  'List-Unsubscribe': `<${unsubscribe}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

async function withinTimeout(sending: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  const tooLate = sleep(mailTimeoutMs, undefined, { signal: done.signal, ref: false }).then(() => {
    throw new Error('the mail server did not accept the mail within a minute');
  });
  try {
    await Promise.race([sending, tooLate]);
  } finally {
    done.abort();
  }
}
