import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** The prefixes that the library expects. The namespaces of ISO 29500 (strict) end with the same words. */
const usualPrefixes: [namespace: RegExp, prefix: string][] = [
  [/\/wordprocessingml(\/2006)?\/main$/, 'w'],
  [/\/presentationml(\/2006)?\/main$/, 'p'],
  [/\/officeDocument(\/2006)?\/relationships$/, 'r'],
  [/\/drawingml(\/2006)?\/main$/, 'a'],
  [/\/drawingml(\/2006)?\/picture$/, 'pic'],
  [/\/drawingml(\/2006)?\/wordprocessingDrawing$/, 'wp'],
];

/** Larger documents are shown as text. */
const maxUnpackedBytes = 64 * 1024 * 1024;

const tag = /<(\/?)([A-Za-z_][^\s<>/]*)([^<>]*)>/g;
const declared = /\sxmlns(?::([\w.-]+))?="([^"<>]*)"/g;

/** Returns a document with the usual prefixes in all of its parts, or undefined if it is too large. */
export function withUsualPrefixes(bytes: Buffer): Buffer | undefined {
  let size = 0;
  const parts = unzipSync(bytes, { filter: ({ originalSize }) => (size += originalSize) <= maxUnpackedBytes });
  if (size > maxUnpackedBytes) return undefined;
  for (const [path, part] of Object.entries(parts))
    if (/\.xml$/i.test(path) && !/^\[Content_Types\]/i.test(path)) parts[path] = strToU8(renamed(strFromU8(part)));
  return Buffer.from(zipSync(parts, { level: 0 }));
}

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
