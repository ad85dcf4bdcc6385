import type { PageKind } from '../pages.rules.ts';

/** The part of the library that reads compound files, which its types leave out. */
type CompoundFiles = {
  read: (bytes: Buffer, options: { type: 'buffer' }) => object;
  find: (file: object, name: string) => { content?: Uint8Array } | null;
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
  return streamsOfOld.find(([stream]) => streamOf(stream))?.[1] ?? kind;
}
