import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** An archive of these files, as office programs write them. */
export function zipOf(entries: readonly (readonly [name: string, content: string | Buffer])[]): Readable {
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return zip.outputStream as Readable;
}
