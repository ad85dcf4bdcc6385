import { mailInUtf8 } from './mail-bytes.ts';
import { textBetweenTags } from './markup-text.ts';
import { outlookMail } from './outlook-mail.ts';

const named = (person: { name?: string | undefined; address?: string | undefined } | undefined) =>
  [person?.name, person?.address].filter(Boolean).join(' ');

/** Returns subject, sender, recipients, body and attachment names of an RFC 822 message. */
export async function mailText(bytes: Buffer): Promise<string> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(await mailInUtf8(bytes), { maxNestingDepth: 40 });
  const people = [mail.from, ...(mail.to ?? []), ...(mail.cc ?? [])].map((person) => named(person));
  const body = mail.text?.trim() ? mail.text : await textBetweenTags(mail.html ?? '');
  return [mail.subject, ...people, body, ...mail.attachments.map(({ filename }) => filename)].join('\n');
}

/** Returns the same text for a message that Outlook saved. */
export async function outlookText(bytes: Buffer): Promise<string> {
  const mail = await outlookMail(bytes);
  const people = [
    named({ name: mail.senderName, address: mail.senderEmail }),
    ...(mail.recipients ?? []).map(({ name, email }) => named({ name, address: email })),
  ];
  const body = mail.body?.trim() ? mail.body : await textBetweenTags(mail.bodyHtml ?? '');
  return [mail.subject, ...people, body, ...(mail.attachments ?? []).map(({ fileName }) => fileName)].join('\n');
}
