import { cleanFileName, withoutControls } from './files.rules.ts';

/** The longest folder of a file, in bytes of UTF-8: both databases index values of this length. Our choice. */
export const longestFolderBytes = 1024;

const utf8 = new TextEncoder();

/** Separates the name from the folder in the searchable text of a file. No search contains it. */
const separator = '\u0002';

/**
 * Returns the folder from which a file came, such as 'Incoming/2026/March': relative, its parts cleaned like names and
 * separated by slashes, in NFC. A longer one loses its last parts. Returns null for none. See docs/choices.md#folder-of-a-file.
 */
export function cleanFolder(path: string | null | undefined): string | null {
  const parts = (path ?? '')
    .normalize('NFC')
    .split(/[/\\]/)
    .flatMap((part) => {
      const isStep = part.trim() === '.' || part.trim() === '..';
      const name = cleanFileName(part).trim();
      return isStep || withoutControls(part).trim() === '' ? [] : [name];
    });
  while (utf8.encode(parts.join('/')).length > longestFolderBytes) parts.pop();
  return parts.length === 0 ? null : parts.join('/');
}

/** Returns the text that a search reads: the name, and the folder of a file that has one. */
export const searchedText = (name: string, folder: string | null | undefined): string =>
  folder ? `${name}${separator}${folder}` : name;

/** Returns the bounds of all folders below this one, in the order of their code points: `from <= folder < to`. */
export const below = (folder: string): { from: string; to: string } => ({ from: `${folder}/`, to: `${folder}0` });
