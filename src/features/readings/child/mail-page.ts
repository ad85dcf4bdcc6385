import type { Address, Attachment, Email } from 'postal-mime';
import { pageTexts } from '../page.texts.ts';
import { escapeText } from './escape-text.ts';
import { safeHtml } from './safe-html.ts';

type Mail = {
  subject: string | undefined;
  lines: [name: string, text: string][];
  /** One of them, at most. */
  html?: string | undefined;
  text?: string | undefined;
  attachments: string[];
};

/** A letter of the Internet: who wrote to whom when, its body, and what is attached by name. */
export async function emlHtml(bytes: Buffer): Promise<string> {
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(bytes, { maxNestingDepth: 40 });
  return mailHtml({
    subject: email.subject,
    lines: [
      [pageTexts.from, people(email.from ? [email.from] : [])],
      [pageTexts.to, people(email.to)],
      [pageTexts.copy, people(email.cc)],
      [pageTexts.date, moment(email.date)],
    ],
    html: email.html && withInlinePictures(email.html, email),
    text: email.text,
    attachments: email.attachments.flatMap((one) => (one.filename && !isShown(one, email) ? [one.filename] : [])),
  });
}

/** A letter as Outlook keeps it. */
export async function msgHtml(bytes: Buffer): Promise<string> {
  const { default: reader } = await import('@kenjiuno/msgreader');
  const mail = new reader.default(new Uint8Array(bytes).buffer).getFileData();
  if (mail.error) throw new Error(mail.error);
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
      [pageTexts.date, moment(mail.clientSubmitTime ?? mail.messageDeliveryTime)],
    ],
    html: mail.bodyHtml ?? (mail.html && new TextDecoder().decode(mail.html)),
    text: mail.body,
    attachments: (mail.attachments ?? []).flatMap((one) => one.fileName ?? one.fileNameShort ?? []),
  });
}

function mailHtml({ subject, lines, html, text, attachments }: Mail): string {
  const head = lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<dt>${name}</dt><dd>${escapeText(value)}</dd>`);
  const body = html?.trim() ? safeHtml(html) : safeHtml(`<pre>${escapeText(text ?? '')}</pre>`);
  const names = attachments.map((name) => `<li>${escapeText(name)}</li>`).join('');
  const files = names && `<h2>${pageTexts.attachments}</h2><ul class="files">${names}</ul>`;
  return `<h1>${escapeText(subject || pageTexts.noSubject)}</h1><dl>${head.join('')}</dl>${body}${files}`;
}

const person = (name: string | undefined, address: string | undefined): string =>
  name && address && name !== address ? `${name} <${address}>` : (name ?? address ?? '');

const people = (addresses: readonly Address[] | undefined): string =>
  (addresses ?? [])
    .flatMap((one) => (one.group ?? [one]).map(({ name, address }) => person(name || undefined, address)))
    .join(', ');

/** The same for every reader, whose zone nobody knows here. */
function moment(date: string | undefined): string {
  if (!date) return '';
  const at = new Date(date);
  return Number.isNaN(at.getTime()) ? date : at.toUTCString();
}

/** A picture of the letter's own page is no attachment to whoever reads it. */
const isShown = ({ contentId }: Attachment, { html }: Email): boolean =>
  contentId !== undefined && (html ?? '').includes(`cid:${contentId.replace(/^<|>$/g, '')}`);

/** Pictures that came with the letter; those from elsewhere would tell their owner who looked. */
function withInlinePictures(html: string, { attachments }: Email): string {
  const byId = new Map(attachments.map((one) => [one.contentId?.replace(/^<|>$/g, ''), one]));
  return html.replace(/\bcid:([^"'\s>]{1,500})/gi, (whole, id: string) => {
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
