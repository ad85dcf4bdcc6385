import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { escapeHtml } from '#shared/escape-html.ts';

export type Mail = { to: string; subject: string; text: string };

/**
 * Sends a mail as plain text and as HTML generated from it. Throws if the mail server does not accept it. `id` becomes the
 * first part of its Message-ID.
 */
export type Mailer = (mail: Mail & { id?: string }) => Promise<void>;

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

/**
 * Returns what a failure says about other tries: 'refused' if the mail server will not take this mail or this recipient, 'later' if
 * it asks to try this one later, and 'away' if it takes no mail at all. Source: RFC 5321, 4.2.1.
 */
export function kindOfFailure(error: unknown): 'refused' | 'later' | 'away' {
  const { command, responseCode } = error as { command?: string; responseCode?: number };
  if (responseCode === undefined || responseCode === 421 || (command !== 'RCPT TO' && command !== 'DATA'))
    return 'away';
  return responseCode >= 500 ? 'refused' : 'later';
}

/** Returns a mailer that uses the server of SMTP_URL and the sender of MAIL_FROM. */
export function makeMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport(optionsOf(smtpUrl));
  const domain = /@([^\s@>]+)>?$/.exec(from)?.[1];
  return async ({ to, subject, text, id }) => {
    // Keeps mail programs from answering with 'I am out of office'. Source: RFC 3834.
    const headers = { 'Auto-Submitted': 'auto-generated' };
    const messageId = id && domain ? { messageId: `<${id}@${domain}>` } : {};
    await withinTimeout(transport.sendMail({ from, to, subject, text, html: htmlOf(text), headers, ...messageId }));
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
