import { escapeHtml } from '#shared/escape-html.ts';
import { pageTexts } from '../page.texts.ts';

const maxLetters = 1_000_000;
const maxLines = 20_000;

/** Returns a text as paragraphs, one for each line that is not empty. */
export function textHtml(text: string): string {
  const lines = text
    .slice(0, maxLetters)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const shown = lines.slice(0, maxLines).map((line) => `<p dir="auto">${escapeHtml(line)}</p>`);
  const isCut = text.length > maxLetters || lines.length > maxLines;
  return shown.join('') + (isCut ? `<p class="note">${pageTexts.cut}</p>` : '');
}
