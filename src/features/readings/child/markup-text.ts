import { decodeText } from './decode-text.ts';

/** What of a page or an XML document is looked at; most of it is markup. */
const mostMarkupLetters = 16 * 1024 * 1024;

/** Handed over at once, so that what comes after enough text is not looked at. */
const piece = 64 * 1024;
const enoughLetters = 2 * 1024 * 1024;

/** Never read by people. */
const unread = new Set(['script', 'style', 'template', 'noscript']);

/** Inside a word these do not end it. */
const inline = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

/** The text that people read of a page. */
export const pageText = (bytes: Buffer, charset?: string) => textBetweenTags(sourceOf(bytes, charset));

/** The text between the tags of XML. */
export const xmlText = (bytes: Buffer, charset?: string) => textBetweenTags(sourceOf(bytes, charset), true);

const sourceOf = (bytes: Buffer, charset: string | undefined) => decodeText(bytes, charset).slice(0, mostMarkupLetters);

export async function textBetweenTags(source: string, isXml = false): Promise<string> {
  const { Parser } = await import('htmlparser2');
  const parts: string[] = [];
  const read = { letters: 0, hidden: 0 };
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (!isXml && unread.has(name)) read.hidden += 1;
        if (isXml || !inline.has(name)) parts.push(' ');
      },
      onclosetag: (name) => {
        if (!isXml && unread.has(name)) read.hidden -= 1;
        if (isXml || !inline.has(name)) parts.push(' ');
      },
      ontext: (text) => {
        if (read.hidden > 0) return;
        parts.push(text);
        read.letters += text.length;
      },
    },
    { xmlMode: isXml },
  );
  for (let at = 0; at < source.length && read.letters < enoughLetters; at += piece)
    parser.write(source.slice(at, at + piece));
  parser.end();
  return parts.join('');
}
