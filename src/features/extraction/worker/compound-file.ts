import type { PageKind } from '../pages.rules.ts';

/** The part of the library that reads compound files, which its types leave out. */
type CompoundFiles = {
  read: (bytes: Buffer, options: { type: 'buffer' }) => object;
  write: (file: object, options: { type: 'buffer' }) => Uint8Array;
  find: (file: object, name: string) => { name?: string; content?: Uint8Array } | null;
};

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

export const isCompoundFile = (bytes: Buffer): boolean => bytes.subarray(0, signature.length).equals(signature);

/** Returns the streams of a compound file by name, in which Office programs before 2007 store documents. Source: MS-CFB. */
export async function openCompoundFile(bytes: Buffer): Promise<(name: string) => Buffer | undefined> {
  const { read, find } = (await import('@e965/xlsx')).CFB as CompoundFiles;
  const file = read(bytes, { type: 'buffer' });
  return (name) => {
    const content = find(file, name)?.content;
    return content === undefined ? undefined : Buffer.from(content);
  };
}

/**
 * Returns a compound file whose streams have these names in the usual case. Office compares names without regard to case, and the
 * libraries do not.
 */
export async function withUsualNames(bytes: Buffer, names: readonly string[]): Promise<Buffer> {
  const { read, write, find } = (await import('@e965/xlsx')).CFB as CompoundFiles;
  const file = read(bytes, { type: 'buffer' }) as { FullPaths: string[] };
  const isUsual = names.every((name) => (find(file, name)?.name ?? name) === name);
  if (isUsual) return bytes;
  for (const name of names) {
    const stream = find(file, name);
    if (stream) stream.name = name;
  }
  file.FullPaths = file.FullPaths.map((path) => {
    const last = path.slice(path.lastIndexOf('/') + 1);
    return (
      path.slice(0, path.length - last.length) +
      (names.find((name) => name.toLowerCase() === last.toLowerCase()) ?? last)
    );
  });
  return Buffer.from(write(file, { type: 'buffer' }));
}

const streamsOfOld: [stream: string, kind: PageKind][] = [
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
];

/** Returns the kind of a document. One of before 2007 may have the name of one from 2007 on, and Office opens it. */
export async function kindInside(bytes: Buffer, kind: PageKind): Promise<PageKind> {
  if (!/^(docx|xlsx|pptx)$/.test(kind) || !isCompoundFile(bytes)) return kind;
  const streamOf = await openCompoundFile(bytes);
  // One with a password may have streams for old programs, which say that it is protected.
  if (streamOf('EncryptedPackage')) return kind;
  return streamsOfOld.find(([stream]) => streamOf(stream))?.[1] ?? kind;
}
