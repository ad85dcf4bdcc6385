import type { Mail } from './mail.ts';
import { textBetweenTags } from './markup-text.ts';

/** Returns subject, sender, recipients, body and attachment names of a message, and the same of the attached messages. */
export async function mailText(mail: Mail): Promise<string> {
  const body = mail.text?.trim() ? mail.text : await textBetweenTags(mail.html ?? '');
  const parts = [mail.subject, mail.from, mail.to, mail.copy, body, ...mail.names, ...mail.attachedTexts];
  for (const attached of mail.mails) parts.push(await mailText(attached));
  return parts.join('\n');
}
