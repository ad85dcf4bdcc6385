import { unescaped, unfolded } from './folded-text.ts';
import type { Mail } from './mail.ts';
import { textBetweenTags } from './markup-text.ts';

/** Returns subject, sender, recipients, body and attachment names of a message, and the same of the attached messages. */
export function mailText(mail: Mail): string {
  const body = mail.text?.trim() ? mail.text : textBetweenTags(mail.html ?? '');
  const facts = (mail.facts ?? []).map(([, value]) => value);
  const parts = [mail.subject, mail.from, mail.to, mail.copy, ...facts, body, ...mail.names];
  const attached = mail.attachedTexts.map(({ text, isCalendar }) => (isCalendar ? unescaped(unfolded(text)) : text));
  return [...parts, ...attached, ...mail.mails.map(mailText)].join('\n');
}
