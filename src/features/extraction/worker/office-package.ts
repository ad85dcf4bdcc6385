import { walkXml } from './xml-walk.ts';
import { unpacked, zipEntries } from './zip-entries.ts';
import type { ZipEntry } from './zip-entries.ts';
import { checkArchive } from './zip-limits.ts';

/** A part that another part refers to. */
export type Related = {
  id: string;
  /** The last word of the relationship's type, such as 'worksheet'. */
  type: string;
  /** The target as the file states it, and its path in the archive. */
  target: string;
  path: string;
};

/** A docx, xlsx or pptx file. Paths have no slash in front. Source: ECMA-376, Part 2. */
export type OfficePackage = {
  /** The document, the workbook or the presentation. */
  main: string;
  /** Returns the parts that a part refers to, in the order of the file. */
  relatedTo: (path: string) => Related[];
  /** Returns the text of a part in pieces. A part that is missing has none. */
  read: (path: string) => Iterable<string>;
  /** Returns the beginning of a part, at least `max` bytes of a longer one. */
  bytesOf: (path: string, max: number) => Buffer;
  /** Returns the unpacked size of a part in bytes, 0 if it is missing. */
  sizeOf: (path: string) => number;
};

/** The archive is no Office document. */
export class NoOfficeDocument extends Error {}

const usualMains = ['word/document.xml', 'xl/workbook.xml', 'ppt/presentation.xml'];
const maxRelationLetters = 4 * 1024 * 1024;

/** Opens a package. Throws NoOfficeDocument, and for archives that are damaged or too large. */
export function openPackage(bytes: Buffer): OfficePackage {
  checkArchive(bytes);
  const entries = new Map<string, ZipEntry>();
  for (const entry of zipEntries(bytes)) entries.set(entry.name.replaceAll('\\', '/').toLowerCase(), entry);
  const entryOf = (path: string) => entries.get(path.toLowerCase());

  function* read(path: string): Generator<string> {
    const entry = entryOf(path);
    if (!entry) return;
    let decoder: TextDecoder | undefined;
    for (const piece of unpacked(bytes, entry)) {
      decoder ??= new TextDecoder(charsetOf(piece));
      yield decoder.decode(piece, { stream: true });
    }
  }

  const bytesOf = (path: string, max: number): Buffer => {
    const entry = entryOf(path);
    const pieces: Uint8Array[] = [];
    let size = 0;
    for (const piece of entry ? unpacked(bytes, entry) : []) {
      pieces.push(piece);
      if ((size += piece.length) >= max) break;
    }
    return Buffer.concat(pieces);
  };

  const relatedTo = (path: string): Related[] => {
    const slash = path.lastIndexOf('/') + 1;
    const related: Related[] = [];
    let letters = 0;
    walkXml(read(`${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`), {
      open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
        letters += Id.length + Type.length + Target.length;
        if (name !== 'Relationship' || TargetMode === 'External' || Target === '') return;
        const type = Type.slice(Type.lastIndexOf('/') + 1);
        related.push({ id: Id, type, target: Target, path: resolved(path.slice(0, slash), Target) });
      },
      isEnough: () => letters > maxRelationLetters,
    });
    return related;
  };
  const named = relatedTo('').find(({ type, path }) => type === 'officeDocument' && entryOf(path))?.path;
  const main = named ?? usualMains.find((path) => entryOf(path));
  if (main === undefined) throw new NoOfficeDocument('the archive holds no document');
  return {
    main,
    relatedTo,
    read,
    bytesOf,
    sizeOf: (path) => entryOf(path)?.size ?? 0,
  };
}

/** Returns the path of a target. It is relative to the folder of the part, or begins with a slash. */
function resolved(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of `${target.startsWith('/') ? '' : folder}${target}`.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}

/** Office XML is UTF-8, or UTF-16 with a byte order mark. */
const charsetOf = ([first, second]: Uint8Array): string =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
