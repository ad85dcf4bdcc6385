import { Parser } from 'htmlparser2';
import { decodeText } from '../charset.rules.ts';
import { makeTextParts } from './text-parts.ts';
import type { ReadText } from './text-parts.ts';

/** Only this much of an HTML or XML document is parsed. Most of it is markup. */
const maxMarkupLetters = 16 * 1024 * 1024;

/** The number of letters that the parser gets at once. */
const chunkLetters = 64 * 1024;

/** The contents of these elements are not visible. */
const hiddenElements = new Set(['script', 'style', 'template', 'noscript']);

/** These elements do not end a word. */
const inlineElements = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

/** Returns the visible text of an HTML document. */
export const pageText = (bytes: Buffer, charset?: string): ReadText => readMarkup(decodeText(bytes, charset));

/** Returns the text between the tags of an XML document. */
export const xmlText = (bytes: Buffer, charset?: string): ReadText => readMarkup(decodeText(bytes, charset), true);

/** Returns the visible text of HTML. */
export const textBetweenTags = (source: string): string => readMarkup(source).text;

function readMarkup(source: string, isXml = false): ReadText {
  const parts = makeTextParts();
  let hidden = 0;
  const tag = (name: string, step: 1 | -1) => {
    if (!isXml && hiddenElements.has(name)) hidden += step;
    if (isXml || !inlineElements.has(name)) parts.add(' ');
  };
  const parser = new Parser(
    {
      onopentagname: (name) => tag(name, 1),
      onclosetag: (name) => tag(name, -1),
      ontext: (text) => void (hidden === 0 && parts.add(text)),
    },
    { xmlMode: isXml },
  );
  const end = Math.min(source.length, maxMarkupLetters);
  let at = 0;
  for (; at < end && !parts.isFull(); at += chunkLetters) parser.write(source.slice(at, at + chunkLetters));
  parser.end();
  const { text, isCut } = parts.read();
  return { text, isCut: isCut || source.length > maxMarkupLetters };
}
