import { decodeText } from '../charset.rules.ts';
import { charsetOfText } from './detect-charset.ts';
import { decoded } from './inline-pictures.ts';
import type { Attached, AttachedText, Mail, MailFile } from './mail.ts';
import { textBetweenTags } from './markup-text.ts';
import { mimeMail } from './mime-mail.ts';
import { outlookMail } from './outlook-mail.ts';

/** Of further messages inside of messages, and of further attachments, only the names are read. */
const maxDepth = 5;
const maxMails = 20;
const maxTexts = 100;
const maxTextBytes = 4 * 1024 * 1024;

type Read = (bytes: Buffer) => Promise<MailFile>;

/** Reads an RFC 822 message and what is attached to it. */
export const readEml = (bytes: Buffer): Promise<Mail> => readMail(bytes, mimeMail);

/** Reads the same of a message that Outlook saved. */
export const readMsg = (bytes: Buffer): Promise<Mail> => readMail(bytes, outlookMail);

async function readMail(bytes: Buffer, read: Read, depth = 0): Promise<Mail> {
  const { attached, ...mail } = await read(bytes);
  const mails: Mail[] = [];
  const attachedTexts: AttachedText[] = [];
  const shown = new Set(Array.from((mail.html ?? '').matchAll(contentIds), ([, id = '']) => decoded(id)));
  const isShown = ({ contentId }: Attached) => contentId !== '' && shown.has(contentId);
  for (const one of depth < maxDepth ? attached : []) {
    const reader = mailReaderOf(one);
    if (!reader && isText(one) && attachedTexts.length < maxTexts)
      attachedTexts.push({ text: await textOf(one), isCalendar: isCalendar(one) });
    if (!reader || mails.length === maxMails) continue;
    // One that is damaged does not hide the message around it.
    const inside = await readMail(one.bytes(), reader, depth + 1).catch(() => undefined);
    if (inside) mails.push(inside);
  }
  const pictures = attached.filter(isShown).map((one) => [one.contentId, { ...one, bytes: one.bytes() }] as const);
  const listed = attached.filter((one) => one.name !== '' && !isShown(one));
  return {
    ...mail,
    names: attached.map(({ name }) => name),
    attachments: listed.map(({ name }) => name),
    pictures: new Map(pictures),
    attachedTexts,
    mails,
  };
}

const contentIds = /\bcid:([^"'\s<>]{1,500})/gi;

/** Mail programs also send messages as `application/octet-stream`. */
function mailReaderOf({ name, mediaType }: Attached): Read | undefined {
  if (mediaType === 'message/rfc822' || /\.eml$/i.test(name)) return mimeMail;
  return /\.msg$/i.test(name) ? outlookMail : undefined;
}

/** `message/delivery-status` states who did not get a message, and why. */
const isText = ({ name, mediaType }: Attached): boolean =>
  /^(text\/|message\/|application\/json\b)/.test(mediaType) ||
  /\.(txt|csv|tsv|md|log|json|xml|html?|ics|vcf)$/i.test(name);

const isCalendar = ({ name, mediaType }: Attached): boolean =>
  /^text\/(calendar|x-vcalendar|vcard|x-vcard)\b/.test(mediaType) || /\.(ics|vcs|vcf)$/i.test(name);

async function textOf({ name, mediaType, bytes }: Attached): Promise<string> {
  const start = bytes().subarray(0, maxTextBytes);
  const isHtml = mediaType === 'text/html' || /\.html?$/i.test(name);
  const text = decodeText(start, await charsetOfText(start, isHtml ? 'text/html' : mediaType));
  return isHtml ? textBetweenTags(text) : text;
}
