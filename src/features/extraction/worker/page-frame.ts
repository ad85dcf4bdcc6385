import { pageTexts } from '../page.texts.ts';
import { pageStyle } from './page-style.ts';

/** A larger page would load too slowly for a preview. */
const maxPageBytes = 8 * 1024 * 1024;

/** Returns a complete HTML page without scripts and external resources. Throws when it would be too large. */
export function pageAround(kind: string, body: string): string {
  const page = `<!doctype html><html lang="und"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${pageTexts.title}</title><style>${pageStyle}</style></head><body class="${kind}">${body}</body></html>`;
  if (Buffer.byteLength(page) > maxPageBytes) throw new Error('the page would be too large');
  return page;
}
