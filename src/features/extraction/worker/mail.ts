import type { HeldPicture } from './inline-pictures.ts';

/** A message, as a mail file holds it. */
export type MailFile = {
  subject: string | undefined;
  from: string;
  to: string;
  copy: string;
  date: string | undefined;
  /** The date as the message states it, if `date` is in another form. */
  statedDate?: string | undefined;
  /** What Outlook knows about a meeting or a contact, with its labels. */
  facts?: [label: string, value: string][];
  /** A message has an HTML body, a text body, or both. */
  html: string | undefined;
  text: string | undefined;
  attached: Attached[];
};

/** `contentId`: the name by which the HTML body shows it as a picture. */
export type Attached = { name: string; mediaType: string; contentId: string; bytes: () => Buffer };

/** A message with those in it that can be read. */
export type Mail = Omit<MailFile, 'attached'> & {
  /** The names of all attachments. */
  names: string[];
  /** The names of those that its body does not show. */
  attachments: string[];
  /** The pictures that its body shows. */
  pictures: ReadonlyMap<string, HeldPicture>;
  attachedTexts: AttachedText[];
  /** Forwarded messages, and one that was returned. */
  mails: Mail[];
};

export type AttachedText = { text: string; isCalendar: boolean };

export const person = (name: string | undefined, address: string | undefined): string =>
  name && address && name !== address ? `${name} <${address}>` : name || address || '';
