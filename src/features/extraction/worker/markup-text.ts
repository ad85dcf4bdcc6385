import { decodeText } from '../charset.rules.ts';

/** Only this much of an HTML or XML document is parsed. Most of it is markup. */
const maxMarkupLetters = 16 * 1024 * 1024;

/** The number of letters that the parser gets at once. Parsing stops after enough text. */
const chunkLetters = 64 * 1024;
const enoughLetters = 2 * 1024 * 1024;

/** The contents of these elements are not visible. */
const hiddenElements = new Set(['script', 'style', 'template', 'noscript']);

/** These elements do not end a word. */
const inlineElements = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

/** Returns the visible text of an HTML document. */
export const pageText = (bytes: Buffer, charset?: string) => textBetweenTags(sourceOf(bytes, charset));

/** Returns the text between the tags of an XML document. */
export const xmlText = (bytes: Buffer, charset?: string) => textBetweenTags(sourceOf(bytes, charset), true);

const sourceOf = (bytes: Buffer, charset: string | undefined) => decodeText(bytes, charset).slice(0, maxMarkupLetters);

export async function textBetweenTags(source: string, isXml = false): Promise<string> {
  const { Parser } = await import('htmlparser2');
  const parts: string[] = [];
  const read = { letters: 0, hidden: 0 };
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (!isXml && hiddenElements.has(name)) read.hidden += 1;
        if (isXml || !inlineElements.has(name)) parts.push(' ');
      },
      onclosetag: (name) => {
        if (!isXml && hiddenElements.has(name)) read.hidden -= 1;
        if (isXml || !inlineElements.has(name)) parts.push(' ');
      },
      ontext: (text) => {
        if (read.hidden > 0) return;
        parts.push(text);
        read.letters += text.length;
      },
    },
    { xmlMode: isXml },
  );
  for (let at = 0; at < source.length && read.letters < enoughLetters; at += chunkLetters)
    parser.write(source.slice(at, at + chunkLetters));
  parser.end();
  return parts.join('');
}
