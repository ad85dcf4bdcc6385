import { escapeHtml } from '#shared/escape-html.ts';
import { timeHtml } from '../page-times.ts';
import { pageTexts } from '../page.texts.ts';
import { cardsHtml } from './cards.ts';
import type { InlinePictures } from './inline-pictures.ts';
import type { AttachedText, Mail } from './mail.ts';
import { nothingUsed, safeHtml } from './safe-html.ts';

/** Returns a page of a message: sender, recipients, date, body and attachments, and after it the attached messages. */
export async function mailHtml(mail: Mail, inline: InlinePictures, used = nothingUsed()): Promise<string> {
  const lines: [name: string, html: string][] = [
    [pageTexts.from, escapeHtml(mail.from)],
    [pageTexts.to, escapeHtml(mail.to)],
    [pageTexts.copy, escapeHtml(mail.copy)],
    ...(mail.facts?.map(([label, value]): [string, string] => [label, escapeHtml(value)]) ?? [
      [pageTexts.date, mail.date ? timeHtml(mail.date, mail.statedDate) : ''],
    ]),
  ];
  const head = lines.filter(([, html]) => html !== '').map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`);
  const plain = (one: string) => safeHtml(`<pre>${escapeHtml(one)}</pre>`, used);
  const ofText = ({ text, isCalendar }: AttachedText) => (isCalendar && cardsHtml(text)) || plain(text);
  const body = mail.html?.trim()
    ? safeHtml(await inline(mail.html, (name) => pictureOf(mail, name)), used)
    : plain(mail.text ?? '');
  const names = mail.attachments.map((name) => `<li>${escapeHtml(name)}</li>`).join('');
  const files = names && `<h2>${pageTexts.attachments}</h2><ul class="files">${names}</ul>`;
  const inside = mail.attachedTexts.map((one) => `<blockquote>${ofText(one)}</blockquote>`);
  for (const one of mail.mails) inside.push(`<blockquote>${await mailHtml(one, inline, used)}</blockquote>`);
  return `<h1>${escapeHtml(mail.subject || pageTexts.noSubject)}</h1><dl>${head.join('')}</dl>${body}${files}${inside.join('')}`;
}

const pictureOf = ({ pictures }: Mail, name: string) =>
  /^cid:/i.test(name) ? pictures.get(name.slice('cid:'.length)) : undefined;
