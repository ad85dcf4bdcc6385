import { createTransport } from 'nodemailer';

export type Mail = { to: string; subject: string; text: string };

/** Sends a mail, as plain text and as HTML made from it; throws when the mail server does not take it. */
export type Mailer = (mail: Mail) => Promise<void>;

const answerWithinMs = 15_000;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Paragraphs and links; nothing a mail program would have to load. */
function htmlOf(text: string): string {
  const paragraphs = text.split('\n\n').map((paragraph) => {
    const escaped = escapeHtml(paragraph).replaceAll('\n', '<br>');
    const isLink = /^https?:\/\/\S+$/.test(paragraph);
    return `<p>${isLink ? `<a href="${escaped}">${escaped}</a>` : escaped}</p>`;
  });
  return `<!doctype html><html lang="en"><body style="font-family: sans-serif; max-width: 36em">${paragraphs.join('\n')}</body></html>`;
}

/** Mail by the server of SMTP_URL, in the name of MAIL_FROM. */
export function makeMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: answerWithinMs,
    greetingTimeout: answerWithinMs,
    socketTimeout: answerWithinMs,
  });
  return async ({ to, subject, text }) => {
    await transport.sendMail({ from, to, subject, text, html: htmlOf(text) });
  };
}
