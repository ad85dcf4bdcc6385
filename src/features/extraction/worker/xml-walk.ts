import { Parser } from 'htmlparser2';

export type Attributes = Record<string, string>;

export type XmlHandlers = {
  /** The name has no prefix. */
  open?: (name: string, attributes: Attributes) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
  /** Reading stops when this returns true after a piece of the source. */
  isEnough?: () => boolean;
};

/** Parses only this much at once. */
const pieceLetters = 64 * 1024;

/** Returns the part of a name after its prefix. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads XML in pieces. Reports each element by its local name, without the namespace prefix. */
export function walkXml(source: string | Iterable<string>, { open, text, close, isEnough }: XmlHandlers): void {
  const parser = new Parser(
    {
      ...(open && { onopentag: (name: string, attributes: Attributes) => open(localName(name), attributes) }),
      ...(text && { ontext: text }),
      ...(close && { onclosetag: (name: string) => close(localName(name)) }),
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (const piece of typeof source === 'string' ? [source] : source) {
    for (let at = 0; at < piece.length; at += pieceLetters) {
      parser.write(piece.slice(at, at + pieceLetters));
      if (isEnough?.()) return;
    }
  }
  parser.end();
}

/** Returns the attribute with this local name. */
export const attributeOf = (attributes: Attributes, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1];
