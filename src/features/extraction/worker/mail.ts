/** A message, as a mail file holds it. */
export type MailFile = {
  subject: string | undefined;
  from: string;
  to: string;
  copy: string;
  date: string | undefined;
  /** What Outlook knows about a meeting or a contact, with its labels. */
  facts?: [label: string, value: string][];
  /** A message has an HTML body, a text body, or both. */
  html: string | undefined;
  text: string | undefined;
  /** The names of the attachments that its body does not show. */
  attachments: string[];
  attached: Attached[];
};

export type Attached = { name: string; mediaType: string; bytes: () => Buffer };

/** A message with those in it that can be read. */
export type Mail = Omit<MailFile, 'attached'> & {
  /** The names of all attachments. */
  names: string[];
  attachedTexts: string[];
  /** Forwarded messages, and one that was returned. */
  mails: Mail[];
};

export const person = (name: string | undefined, address: string | undefined): string =>
  name && address && name !== address ? `${name} <${address}>` : name || address || '';
