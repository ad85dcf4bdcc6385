import { cutBytes, longestNameBytes, splitExtension, unnamedFile } from './files.rules.ts';

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
    const { stem, extension } = splitExtension(name);
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
  const { stem, extension } = splitExtension(name);
  return shortened(stem, extension);
}

/** Returns the name with as much of its stem as fits into a name of most file systems. */
function shortened(stem: string, ending: string): string {
  const whole = cutBytes(stem, longestNameBytes - new TextEncoder().encode(ending).length);
  return (whole === stem ? stem : whole.replace(/[. ]+$/, '')) + ending;
}

/** File systems that ignore case compare the upper case forms, in which for example both forms of sigma are equal. */
const folded = (name: string) => name.toUpperCase().normalize('NFC').toLowerCase();
