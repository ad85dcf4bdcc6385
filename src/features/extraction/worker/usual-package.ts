import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { openPackage } from './office-package.ts';
import type { OfficePackage } from './office-package.ts';
import { withChangeMarks } from './word-changes.ts';
import { numberingOf } from './word-numbering.ts';
import { withParagraphMarks } from './word-paragraphs.ts';

type Parts = Record<string, Uint8Array>;

/** The prefixes that the library expects. The namespaces of ISO 29500 (strict) end with the same words. */
const usualPrefixes: [namespace: RegExp, prefix: string][] = [
  [/\/wordprocessingml(\/2006)?\/main$/, 'w'],
  [/\/presentationml(\/2006)?\/main$/, 'p'],
  [/\/officeDocument(\/2006)?\/relationships$/, 'r'],
  [/\/officeDocument(\/2006)?\/math$/, 'm'],
  [/\/drawingml(\/2006)?\/main$/, 'a'],
  [/\/drawingml(\/2006)?\/picture$/, 'pic'],
  [/\/drawingml(\/2006)?\/wordprocessingDrawing$/, 'wp'],
];

/** Larger documents are shown as text. */
const maxUnpackedBytes = 64 * 1024 * 1024;

const tag = /<(\/?)([A-Za-z_][^\s<>/]*)([^<>]*)>/g;
const declared = /\sxmlns(?::([\w.-]+))?="([^"<>]*)"/g;

/**
 * Returns a document in the form that the library reads: it knows only the usual prefixes of elements and, in a Word
 * document, the usual names of parts, and it drops numbers, directions and what a tracked change deleted. A document that is too large stays as it is.
 */
export function usualPackage(bytes: Buffer, kind: 'docx' | 'pptx'): Buffer {
  let size = 0;
  const parts = unzipSync(bytes, { filter: ({ originalSize }) => (size += originalSize) <= maxUnpackedBytes });
  if (size > maxUnpackedBytes) return bytes;
  const file = openPackage(bytes);
  const numbering = kind === 'docx' ? numberingOf(file) : undefined;
  for (const [path, part] of Object.entries(parts)) {
    if (!/\.xml$/i.test(path) || /^\[Content_Types\]/i.test(path)) continue;
    const usual = renamed(strFromU8(part));
    parts[path] = strToU8(numbering ? withParagraphMarks(withChangeMarks(usual), numbering) : usual);
  }
  return Buffer.from(zipSync(kind === 'docx' ? moved(parts, file) : parts, { level: 0 }));
}

const namedByType = /^(styles|numbering|footnotes|endnotes|comments)$/;
const relation = /(<(?:\w+:)?Relationship\s[^<>]*?\bTarget=")([^"<>]*)("[^<>]*>)/g;

/** Moves the parts of a Word document whose main part has another name, as Word for the web writes it. */
function moved(parts: Parts, file: OfficePackage): Parts {
  if (file.main === 'word/document.xml') return parts;
  const paths = new Map([[file.main, 'word/document.xml']]);
  for (const path of paths.keys())
    for (const { type, path: target } of file.relatedTo(path)) {
      const name = target.slice(target.lastIndexOf('/') + 1);
      if (paths.has(target)) continue;
      if (namedByType.test(type)) paths.set(target, `word/${type}.xml`);
      if (type === 'header' || type === 'footer') paths.set(target, `word/${type}${paths.size}.xml`);
      if (type === 'image') paths.set(target, `word/media/${paths.size}-${name}`);
    }
  const all: Parts = {};
  for (const [path, part] of Object.entries(parts)) all[paths.get(path) ?? path] = part;
  for (const [path, usual] of paths) {
    const relations = parts[relationsOf(path)];
    if (!relations) continue;
    const targets = new Map(file.relatedTo(path).map((one) => [one.target, one.path]));
    all[relationsOf(usual)] = strToU8(
      strFromU8(relations).replaceAll(relation, (whole, start: string, target: string, end: string) => {
        const found = targets.get(target);
        return found === undefined ? whole : `${start}/${paths.get(found) ?? found}${end}`;
      }),
    );
  }
  return all;
}

const relationsOf = (path: string): string => path.replace(/[^/]*$/, (name) => `_rels/${name}.rels`);

function renamed(xml: string): string {
  const prefixes = new Map<string, string>();
  for (const [, prefix = '', namespace = ''] of xml.matchAll(declared)) {
    const usual = usualPrefixes.find(([known]) => known.test(namespace))?.[1];
    // A prefix that means something else in another place cannot be replaced everywhere.
    if (prefixes.has(prefix) && prefixes.get(prefix) !== usual) return xml;
    if (usual !== undefined && usual !== prefix) prefixes.set(prefix, usual);
  }
  if (prefixes.size === 0) return xml;
  const named = (name: string) => {
    const [prefix = '', local] = name.includes(':') ? name.split(':', 2) : ['', name];
    const usual = prefixes.get(prefix);
    return usual === undefined ? name : `${usual}:${local}`;
  };
  return xml.replaceAll(tag, (_tag, slash: string, name: string, rest: string) => {
    const attributes = rest.replaceAll(/(?<=\s)[\w.:-]+(?==)/g, (attribute) => {
      if (attribute === 'xmlns') return prefixes.has('') ? `xmlns:${prefixes.get('')}` : attribute;
      const [prefix = '', local] = attribute.split(':', 2);
      // An attribute without a prefix has no namespace.
      if (local === undefined) return attribute;
      return prefix === 'xmlns' ? `xmlns:${prefixes.get(local) ?? local}` : named(attribute);
    });
    return `<${slash}${named(name)}${attributes}>`;
  });
}
