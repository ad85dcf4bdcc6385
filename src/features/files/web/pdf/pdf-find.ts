import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextContent } from 'pdfjs-dist/types/src/display/api.d.ts';
import { useEffect, useState } from 'react';
import { fold } from '#shared/fold.ts';

/** A place of the searched text: letters of the text layer of a page, with one for each end of a line. */
export type Hit = { page: number; start: number; end: number };

export type Found = { hits: Hit[]; current: number };

const maxHits = 1_000;
const typingMs = 200;

/** Searches the text of a document. Returns undefined while it searches, and the way to another hit. */
export function usePdfFind(pdf: PDFDocumentProxy, query: string): [Found | undefined, (step: 1 | -1) => void] {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    const stopped = new AbortController();
    const search = async () => {
      const next = await findIn(pdf, query, stopped.signal);
      if (!stopped.signal.aborted) setFound(next);
    };
    const timer = setTimeout(() => void search(), found === undefined ? 0 : typingMs);
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `found` only decides whether the first search waits.
  }, [pdf, query]);
  const step = (by: 1 | -1) =>
    setFound((now) => now && { ...now, current: (now.current + by + now.hits.length) % Math.max(1, now.hits.length) });
  return [found, step];
}

/** Finds the words together, or else each of them. The first hit is then on the page with most of the words. */
async function findIn(pdf: PDFDocumentProxy, query: string, signal: AbortSignal): Promise<Found> {
  const words = fold(query).split(/\s+/u).filter(Boolean).map(escape);
  const [together, single]: [Hit[], (Hit & { words: number })[]] = [[], []];
  for (let page = 1; page <= pdf.numPages && words.length > 0 && !signal.aborted; page += 1) {
    const { folded, at } = foldedLetters(await textOf(pdf, page));
    const hitsOf = (pattern: string): Hit[] =>
      [...folded.matchAll(new RegExp(pattern, 'gu'))].map((match) => ({
        page,
        start: at[match.index] ?? 0,
        end: (at[match.index + match[0].length - 1] ?? 0) + 1,
      }));
    together.push(...hitsOf(words.join('\\s*')));
    const each = words.map(hitsOf);
    const found = each.filter((hits) => hits.length > 0).length;
    single.push(...each.flat().map((hit) => ({ ...hit, words: found })));
    if (together.length > maxHits || single.length > maxHits) break;
  }
  if (together.length > 0) return { hits: together, current: 0 };
  const hits = single.toSorted((one, other) => one.page - other.page || one.start - other.start);
  const most = Math.max(...hits.map((hit) => hit.words));
  return {
    hits,
    current: Math.max(
      0,
      hits.findIndex((hit) => hit.words === most),
    ),
  };
}

const escape = (word: string): string => word.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, '\\$&');

/** Returns the pieces of text of a page, in the order of the elements of its text layer. */
export const textItems = ({ items }: TextContent): string[] =>
  items.flatMap((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : []));

const textOf = async (pdf: PDFDocumentProxy, page: number): Promise<string> =>
  textItems(await (await pdf.getPage(page)).getTextContent()).join('');

const foldedLetter = new Map<string, string>();

/** Returns the folded text, and for each of its code units the position in the text. */
function foldedLetters(text: string): { folded: string; at: number[] } {
  let folded = '';
  const at: number[] = [];
  let index = 0;
  for (const letter of text) {
    let plain = foldedLetter.get(letter);
    if (plain === undefined) foldedLetter.set(letter, (plain = fold(letter)));
    for (let unit = 0; unit < plain.length; unit += 1) at.push(index);
    folded += plain;
    index += letter.length;
  }
  return { folded, at };
}
