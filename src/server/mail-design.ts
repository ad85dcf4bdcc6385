import { escapeHtml } from '#shared/escape-html.ts';
import type { MailContent, MailPart } from '#shared/mail-content.ts';

/** The mail as plain text: a paragraph for each part and for each address. */
export const textOf = ({ parts, footer = [] }: MailContent): string =>
  [...parts, ...footer]
    .flatMap((part) => {
      if (typeof part === 'string') return [part];
      if ('heading' in part) return [`${part.heading}\n${'-'.repeat(part.heading.length)}`];
      return 'button' in part ? [part.href] : [[part.title, ...part.lines].join('\n'), part.href];
    })
    .join('\n\n');

const font = "font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

// The colors are those of `tokens.css`. Inline styles are the light scheme, for mail programs that know no style sheet.
const dark = `
  .page { background: #0f1a28 !important }
  .card { background: #152335 !important; border-color: #26384f !important }
  .ink { color: #e7edf4 !important }
  .soft { color: #9fb0c3 !important }
  .link { color: #6cc3e4 !important }
  .thing { border-color: #26384f !important }`;

/** The mark of the product, drawn by a table, because mail programs show pictures only on request. */
const mark = `<td width="32" height="32" style="border-radius:8px;background:#0d2a42">${['#fff', '#6cc3e4', '#e9702a']
  .map((color) => `<div style="width:18px;height:4px;margin:3px auto;border-radius:1px;background:${color}"></div>`)
  .join('')}</td>`;

const paragraph = (text: string) =>
  `<p class="ink" style="margin:0 0 16px;color:#15212f">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;

const buttonStyle =
  'display:inline-block;padding:12px 20px;border:0;border-radius:8px;background:#0b7299;color:#fff;font-weight:600;text-decoration:none';

const form = (label: string) =>
  `<form method="post" style="margin:24px 0"><button style="${buttonStyle};font-size:15px">${escapeHtml(label)}</button></form>`;

const button = ({ button: label, href }: { button: string; href: string }) =>
  `<p style="margin:24px 0"><a href="${escapeHtml(href)}" style="${buttonStyle}">${escapeHtml(label)}</a></p>`;

const heading = ({ heading: text }: { heading: string }) =>
  `<h2 class="ink" style="margin:20px 0 8px;font-size:15px;font-weight:650;color:#15212f">${escapeHtml(text)}</h2>`;

/** A title without lines is a sentence, and bold only as the name of a thing. */
const thing = ({ title, lines, href }: { title: string; lines: readonly string[]; href: string }) =>
  `<div class="thing" style="margin:0;padding:14px 0;border-top:1px solid #dde4eb">
<a href="${escapeHtml(href)}" class="link" style="color:#0a6689;font-weight:${lines.length > 0 ? 600 : 400};text-decoration:none">${escapeHtml(title)}</a>
${lines.map((line) => `<div class="ink" style="margin-top:4px;font-size:14px;color:#15212f">${escapeHtml(line)}</div>`).join('\n')}</div>`;

function htmlOfPart(part: MailPart): string {
  if (typeof part === 'string') return paragraph(part);
  if ('heading' in part) return heading(part);
  return 'button' in part ? button(part) : thing(part);
}

const htmlOfFooter = (part: MailPart) => {
  if (typeof part === 'string' || 'heading' in part) return escapeHtml(typeof part === 'string' ? part : part.heading);
  const label = 'button' in part ? part.button : part.title;
  return `<a href="${escapeHtml(part.href)}" class="link" style="color:#0a6689">${escapeHtml(label)}</a>`;
};

/** The mail as HTML, which fits 360 px and dark schemes and loads nothing from the network. A page may have a form below it. */
export const htmlOf = (brand: string, { parts, footer = [] }: MailContent, submit?: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(brand)}</title>
<style>a { overflow-wrap: anywhere } @media (prefers-color-scheme: dark) {${dark} }</style></head>
<body class="page" style="margin:0;padding:0;background:#f4f6f9">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f6f9"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:start;font-size:15px;line-height:1.5;${font}">
<tr><td style="padding:0 4px 16px"><table role="presentation" cellpadding="0" cellspacing="0"><tr>
${mark}
<td class="ink" style="padding:0 10px;font-size:17px;font-weight:650;color:#15212f;${font}">${escapeHtml(brand)}</td></tr></table></td></tr>
<tr><td class="card ink" style="padding:24px 24px 12px;border:1px solid #dde4eb;border-radius:12px;background:#fff;color:#15212f;overflow-wrap:anywhere;${font}">
${parts.map(htmlOfPart).join('\n')}${submit === undefined ? '' : form(submit)}</td></tr>
${footer.length === 0 ? '' : `<tr><td class="soft" style="padding:16px 4px 0;font-size:12.5px;color:#55657a;${font}">${footer.map(htmlOfFooter).join(' ')}</td></tr>`}
</table></td></tr></table></body></html>`;
