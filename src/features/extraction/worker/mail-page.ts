import type { Address, Attachment, Email } from 'postal-mime';
import { escapeHtml } from '#shared/escape-html.ts';
import { pageTexts } from '../page.texts.ts';
import { mailInUtf8 } from './mail-bytes.ts';
import { outlookMail } from './outlook-mail.ts';
import { safeHtml } from './safe-html.ts';

type Mail = {
  subject: string | undefined;
  lines: [name: string, text: string][];
  /** A message has an HTML body or a text body. */
  html?: string | undefined;
  text?: string | undefined;
  attachments: string[];
};

/** Returns a page for an RFC 822 message: sender, recipients, date, body and the names of its attachments. */
export async function emlHtml(bytes: Buffer): Promise<string> {
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(await mailInUtf8(bytes), { maxNestingDepth: 40 });
  return mailHtml({
    subject: email.subject,
    lines: [
      [pageTexts.from, people(email.from ? [email.from] : [])],
      [pageTexts.to, people(email.to)],
      [pageTexts.copy, people(email.cc)],
      [pageTexts.date, dateText(email.date)],
    ],
    html: email.html && withInlinePictures(email.html, email),
    text: email.text,
    attachments: listedAttachments(email),
  });
}

/** Returns the same page for a message that Outlook saved. */
export async function msgHtml(bytes: Buffer): Promise<string> {
  const mail = await outlookMail(bytes);
  const recipients = (type: 'to' | 'cc') =>
    (mail.recipients ?? [])
      .filter((one) => one.recipType === type)
      .map((one) => person(one.name, one.smtpAddress ?? one.email));
  return mailHtml({
    subject: mail.subject,
    lines: [
      [pageTexts.from, person(mail.senderName, mail.senderSmtpAddress ?? mail.senderEmail)],
      [pageTexts.to, recipients('to').join(', ')],
      [pageTexts.copy, recipients('cc').join(', ')],
      [pageTexts.date, dateText(mail.clientSubmitTime ?? mail.messageDeliveryTime)],
    ],
    html: mail.bodyHtml,
    text: mail.body,
    attachments: (mail.attachments ?? []).flatMap((one) => one.fileName ?? one.fileNameShort ?? []),
  });
}

function mailHtml({ subject, lines, html, text, attachments }: Mail): string {
  const head = lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  const body = html?.trim() ? safeHtml(html) : safeHtml(`<pre>${escapeHtml(text ?? '')}</pre>`);
  const names = attachments.map((name) => `<li>${escapeHtml(name)}</li>`).join('');
  const files = names && `<h2>${pageTexts.attachments}</h2><ul class="files">${names}</ul>`;
  return `<h1>${escapeHtml(subject || pageTexts.noSubject)}</h1><dl>${head.join('')}</dl>${body}${files}`;
}

const person = (name: string | undefined, address: string | undefined): string =>
  name && address && name !== address ? `${name} <${address}>` : (name ?? address ?? '');

const people = (addresses: readonly Address[] | undefined): string =>
  (addresses ?? [])
    .flatMap((one) => (one.group ?? [one]).map(({ name, address }) => person(name || undefined, address)))
    .join(', ');

/** Formats a date in UTC, because the worker does not know the time zone of the reader. */
function dateText(date: string | undefined): string {
  if (!date) return '';
  const at = new Date(date);
  return Number.isNaN(at.getTime()) ? date : at.toUTCString();
}

const inlineIds = /\bcid:([^"'\s>]{1,500})/gi;

/** An image that the body shows is not listed as an attachment. */
function listedAttachments({ html, attachments }: Email): string[] {
  const shown = new Set([...(html ?? '').matchAll(inlineIds)].map(([, id = '']) => decoded(id)));
  return attachments.flatMap((one) => {
    const id = contentIdOf(one);
    return one.filename && !(id !== undefined && shown.has(id)) ? [one.filename] : [];
  });
}

const contentIdOf = ({ contentId }: Attachment) => contentId?.replace(/^<|>$/g, '');

/** Inlines the images that the message contains. Remote images stay out, because loading them reveals the reader. */
function withInlinePictures(html: string, { attachments }: Email): string {
  const byId = new Map(attachments.map((one) => [contentIdOf(one), one]));
  return html.replace(inlineIds, (whole, id: string) => {
    const found = byId.get(decoded(id));
    if (!found || typeof found.content === 'string') return whole;
    return `data:${found.mimeType};base64,${Buffer.from(new Uint8Array(found.content)).toString('base64')}`;
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
