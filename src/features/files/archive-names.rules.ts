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
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let distinct = name;
    let number = nextNumbers.get(folded(name)) ?? 2;
    for (; taken.has(folded(distinct)); number += 1) distinct = `${stem} (${number})${extension}`;
    nextNumbers.set(folded(name), number);
    taken.add(folded(distinct));
    return distinct;
  });
}

function unpackableName(name: string): string {
  const trimmed = name
    .normalize('NFC')
    .replace(notUnpackable, '_')
    .replace(/[. ]+$/, '');
  return (trimmed || unnamedFile).replace(deviceName, '_$&');
}

/** File systems that ignore case compare the upper case forms, in which for example both forms of sigma are equal. */
const folded = (name: string) => name.toUpperCase().normalize('NFC').toLowerCase();
