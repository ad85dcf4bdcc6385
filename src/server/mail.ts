import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { escapeHtml } from '#shared/escape-html.ts';

export type Mail = { to: string; subject: string; text: string };

/** Sends a mail as plain text and as HTML generated from it. Throws if the mail server does not accept it. */
export type Mailer = (mail: Mail) => Promise<void>;

const replyTimeoutMs = 15_000;

/** The limit for a whole mail, because a server that sends a byte now and then meets the timeouts of single replies. */
const mailTimeoutMs = 60_000;

/** Converts text to HTML with paragraphs and links only. A mail program has nothing to load from the network. */
function htmlOf(text: string): string {
  const paragraphs = text.split('\n\n').map((paragraph) => {
    const escaped = escapeHtml(paragraph).replaceAll('\n', '<br>');
    const isLink = /^https?:\/\/\S+$/.test(paragraph);
    return `<p>${isLink ? `<a href="${escaped}">${escaped}</a>` : escaped}</p>`;
  });
  return `<!doctype html><html lang="en"><body style="font-family: sans-serif; max-width: 36em">${paragraphs.join('\n')}</body></html>`;
}

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
export function makeMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport(optionsOf(smtpUrl));
  return async ({ to, subject, text }) => {
    // Keeps mail programs from answering with 'I am out of office'. Source: RFC 3834.
    const headers = { 'Auto-Submitted': 'auto-generated' };
    await withinTimeout(transport.sendMail({ from, to, subject, text, html: htmlOf(text), headers }));
  };
}

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
