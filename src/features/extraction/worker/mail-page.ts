import { escapeHtml } from '#shared/escape-html.ts';
import { pageTexts } from '../page.texts.ts';
import type { Mail } from './mail.ts';
import { nothingUsed, safeHtml } from './safe-html.ts';

/** Returns a page of a message: sender, recipients, date, body and attachments, and after it the attached messages. */
export function mailHtml(mail: Mail, used = nothingUsed()): string {
  const { html, text, attachments, attachedTexts } = mail;
  const lines: [name: string, text: string][] = [
    [pageTexts.from, mail.from],
    [pageTexts.to, mail.to],
    [pageTexts.copy, mail.copy],
    ...(mail.facts ?? [[pageTexts.date, dateText(mail.date)]]),
  ];
  const head = lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  const plain = (one: string) => safeHtml(`<pre>${escapeHtml(one)}</pre>`, used);
  const body = html?.trim() ? safeHtml(html, used) : plain(text ?? '');
  const names = attachments.map((name) => `<li>${escapeHtml(name)}</li>`).join('');
  const files = names && `<h2>${pageTexts.attachments}</h2><ul class="files">${names}</ul>`;
  const inside = [
    ...attachedTexts.map((one) => `<blockquote>${plain(one)}</blockquote>`),
    ...mail.mails.map((one) => `<blockquote>${mailHtml(one, used)}</blockquote>`),
  ].join('');
  return `<h1>${escapeHtml(mail.subject || pageTexts.noSubject)}</h1><dl>${head.join('')}</dl>${body}${files}${inside}`;
}

/** Formats a date in UTC, because the worker does not know the time zone of the reader. */
function dateText(date: string | undefined): string {
  if (!date) return '';
  const at = new Date(date);
  return Number.isNaN(at.getTime()) ? date : at.toUTCString();
}
