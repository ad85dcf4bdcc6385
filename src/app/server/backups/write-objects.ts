import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ObjectIndex } from './object-index.ts';
import { objectName } from './repository.ts';
import type { Part } from './repository.ts';
import { once } from './target.ts';
import type { ObjectWriter } from './target.ts';

const zip = promisify(gzip);

// Limits the memory, and the time for which the event loop parses an object.
const linesBytes = 1024 * 1024;

/** Writes an object of gzipped lines, unless the repository has the same one. */
async function writeLines(target: ObjectWriter, index: ObjectIndex, lines: readonly string[]): Promise<Part> {
  const bytes = await zip(lines.join(''));
  const object = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
  if (!index.has(object)) {
    await target.write(objectName(object.sha256), once(bytes));
    index.addNew(object);
  }
  return object;
}

/** Collects lines, and writes an object for about each megabyte. */
export function lineWriter(target: ObjectWriter, index: ObjectIndex, written: (object: Part) => void) {
  let lines: string[] = [];
  let bytes = 0;
  const flush = async () => {
    if (lines.length === 0) return;
    const batch = lines;
    lines = [];
    bytes = 0;
    written(await writeLines(target, index, batch));
  };
  return {
    async add(value: object) {
      const line = `${JSON.stringify(value)}\n`;
      lines.push(line);
      bytes += line.length;
      if (bytes >= linesBytes) await flush();
    },
    flush,
  };
}
