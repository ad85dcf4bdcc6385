import type { Readable } from 'node:stream';
import { strFromU8, unzipSync } from 'fflate';
import { ZipFile } from 'yazl';

/** Returns a ZIP archive of these files, as office programs write them. */
export function zipOf(entries: readonly (readonly [name: string, content: string | Buffer])[]): Readable {
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return zip.outputStream as Readable;
}

/** Returns the text of an entry of a ZIP archive. */
export function textInZip(archive: Uint8Array, name: string): string {
  const entry = unzipSync(archive)[name];
  if (!entry) throw new Error(`the archive has no ${name}`);
  return strFromU8(entry);
}
