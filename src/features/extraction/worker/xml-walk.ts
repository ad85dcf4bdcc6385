import { Parser } from 'htmlparser2';

export type Attributes = Record<string, string>;

export type XmlHandlers = {
  open?: (name: string, attributes: Attributes) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
  /** Reading stops when this returns true after a piece of the source. */
  isEnough?: (() => boolean) | undefined;
};

/** Parses only this much at once. */
const pieceLetters = 64 * 1024;

/** Returns the part of a name after its prefix. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads XML in pieces. Reports each element by its local name, without the namespace prefix. */
export function walkXml(source: string | Iterable<string>, { open, text, close, isEnough }: XmlHandlers): void {
  walkNames(source, {
    open: (name, attributes) => open?.(localName(name), attributes),
    text: (piece) => text?.(piece),
    close: (name) => close?.(localName(name)),
    isEnough,
  });
}

/**
 * Reads a part of SpreadsheetML as `walkXml` does, without its extensions. An extension may have the name of an ordinary
 * element and another meaning: `x15:workbookPr` says nothing about dates. The ordinary elements have the prefix of the root,
 * or none if the root has none, and are outside of `extLst`. Source: ECMA-376, Part 1, 18.2.10.
 */
export function walkSpreadsheetXml(
  source: string | Iterable<string>,
  { open, text, close, isEnough }: XmlHandlers,
): void {
  let prefix: string | undefined;
  let extensions = 0;
  const isOrdinary = (name: string) => extensions === 0 && name === `${prefix}${localName(name)}`;
  walkNames(source, {
    open: (name, attributes) => {
      prefix ??= name.slice(0, name.indexOf(':') + 1);
      if (localName(name) === 'extLst') extensions += 1;
      if (isOrdinary(name)) open?.(localName(name), attributes);
    },
    text: (piece) => void (extensions === 0 && text?.(piece)),
    close: (name) => {
      if (isOrdinary(name)) close?.(localName(name));
      if (localName(name) === 'extLst') extensions -= 1;
    },
    isEnough,
  });
}

/** No document is as deep. The parser needs a time that grows with the square of the depth. */
const maxDepth = 1000;

function walkNames(source: string | Iterable<string>, { open, text, close, isEnough }: XmlHandlers): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > maxDepth) throw new Error('its elements are too deep');
        open?.(name, attributes);
      },
      ontext: (piece) => text?.(piece),
      onclosetag: (name) => {
        depth -= 1;
        close?.(name);
      },
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
