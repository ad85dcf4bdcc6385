import { unnamedFile } from './files.rules.ts';

// oxlint-disable-next-line no-control-regex -- Windows refuses names with control characters
const notUnpackable = /[\u0000-\u001f<>:"|?*/\\]/g;

/** Names of devices, also with an extension. Source: Microsoft, Naming Files, Paths, and Namespaces. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?= *(?:\.|$))/i;

/**
 * Returns the names of files in an archive, so that it unpacks on Linux, macOS and Windows: without characters, endings
 * and names that Windows refuses, and distinct regardless of case and of the form of accents. Equal names get a number
 * before the extension.
 */
export function archiveNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  /** The next number to try for a name, so that many equal names take linear time. */
  const nextNumbers = new Map<string, number>();
  return names.map((given) => {
    const name = unpackableName(given);
    const [stem, extension] = partsOf(name);
    let distinct = name;
    let number = nextNumbers.get(folded(name)) ?? 2;
    for (; taken.has(folded(distinct)); number += 1) distinct = shortened(stem, ` (${number})${extension}`);
    nextNumbers.set(folded(name), number);
    taken.add(folded(distinct));
    return distinct;
  });
}

function unpackableName(given: string): string {
  const trimmed = given
    .normalize('NFC')
    .replace(notUnpackable, '_')
    .replace(/[. ]+$/, '');
  const name = (trimmed || unnamedFile).replace(deviceName, '_$&');
  return shortened(...partsOf(name));
}

/** Characters with the dot. What follows the last dot and is longer belongs to the name. */
const maxExtension = 32;

/** Returns the name without its extension, and the extension. */
function partsOf(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  const hasExtension = dot > 0 && name.length - dot <= maxExtension;
  return hasExtension ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

/** The limit of a name in most file systems. */
const maxNameBytes = 255;
const encoder = new TextEncoder();

/** Returns the name with as much of its stem as fits. */
const shortened = (stem: string, ending: string): string =>
  cut(stem, maxNameBytes - encoder.encode(ending).length) + ending;

/** Returns as many whole characters as fit into this number of bytes. */
function cut(text: string, maxBytes: number): string {
  const bytes = encoder.encode(text);
  if (bytes.length <= maxBytes) return text;
  // An incomplete character at the end becomes U+FFFD.
  const whole = new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes.subarray(0, maxBytes))
    .replace(/\uFFFD$/, '');
  return whole.replace(/[. ]+$/, '');
}

/** File systems that ignore case compare the upper case forms, in which for example both forms of sigma are equal. */
const folded = (name: string) => name.toUpperCase().normalize('NFC').toLowerCase();
