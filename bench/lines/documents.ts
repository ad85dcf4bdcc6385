import { Readable } from 'node:stream';
import { isReadable } from '#features/extraction/extraction.rules.ts';
import { makeExtractionWorker } from '#features/extraction/server/extraction-worker.ts';
import { makeScanReader } from '#features/extraction/server/scan-reader.ts';
import { wordsOfText } from '#features/extraction/text.rules.ts';
import { mediaTypeOf } from '#features/files/server/core/media-types.rules.ts';
import { headBytes } from '#server/blobs/blob-store.ts';
import { documentSamples, scanSamples } from '#tests/document-samples.ts';
import { readFixture } from '#tests/fixtures.ts';
import { madeDocuments } from '#tests/made-documents.ts';

type Asked = { format: string; words: number; found: number; isShown: boolean; ms: number };

/**
 * Reads sample documents of every format, recognizes the text of scans, and asks for each of their words. Returns a table
 * with the share that is found.
 */
export async function recallOfDocuments(): Promise<string> {
  return tableOf([...(await readDocuments()), ...(await readScans())]);
}

async function readDocuments(): Promise<Asked[]> {
  const samples = [
    ...Object.entries(documentSamples).map(([name, [, ...phrases]]) => ({
      name,
      bytes: readFixture(name),
      text: phrases.join('\n'),
    })),
    ...(await madeDocuments()),
  ];
  const worker = makeExtractionWorker();
  const asked: Asked[] = [];
  try {
    for (const { name, bytes, text } of samples) {
      const startedAt = performance.now();
      const mediaType = await mediaTypeOf(bytes.subarray(0, headBytes), name);
      const { words = '', page } = isReadable(mediaType)
        ? await worker.read(Readable.from([bytes]), bytes.length, { mediaType }, Infinity)
        : {};
      const ms = performance.now() - startedAt;
      const isShown = page !== undefined || /^application\/pdf|; charset=/.test(mediaType);
      asked.push({ format: formatOf(name), ...askFor(text, { name, words }), isShown, ms });
    }
  } finally {
    worker.stop();
  }
  return asked;
}

async function readScans(): Promise<Asked[]> {
  const reader = makeScanReader();
  const asked: Asked[] = [];
  try {
    for (const [name, [mediaType, ...lines]] of Object.entries(scanSamples)) {
      const bytes = readFixture(name);
      const startedAt = performance.now();
      const { words } = await reader.read(Readable.from([bytes]), bytes.length, { mediaType, languages: ['eng'] });
      const ms = performance.now() - startedAt;
      const found = askFor(lines.join('\n'), { name, words });
      asked.push({ format: `${formatOf(name)} (scan)`, ...found, isShown: true, ms });
    }
  } finally {
    reader.stop();
  }
  return asked;
}

/** Returns how many words of the text are in the index of a document. Prints some of those that are not. */
function askFor(text: string, { name, words }: { name: string; words: string }): Pick<Asked, 'words' | 'found'> {
  const indexed = new Set(words.split(' '));
  const wanted = wordsOfText(text);
  const missed = wanted.filter((word) => !indexed.has(word));
  if (missed.length > 0) console.error(`${name}: ${missed.slice(0, 8).join(', ')}`);
  return { words: wanted.length, found: wanted.length - missed.length };
}

const formatOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

function tableOf(asked: readonly Asked[]): string {
  const rows = [...Map.groupBy(asked, ({ format }) => format)].map(([format, of]) => row(format, of));
  return [
    '| format | documents | with a preview | words found | recall | ms: median, most |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.toSorted(),
    row('all', asked),
  ].join('\n');
}

function row(format: string, asked: readonly Asked[]): string {
  const words = asked.reduce((sum, one) => sum + one.words, 0);
  const found = asked.reduce((sum, one) => sum + one.found, 0);
  const ms = asked.map((one) => one.ms).toSorted((one, other) => one - other);
  const shown = asked.filter(({ isShown }) => isShown).length;
  const [median, most] = [ms[Math.floor(ms.length / 2)] ?? 0, ms.at(-1) ?? 0];
  return `| ${format} | ${asked.length} | ${shown} | ${found} of ${words} | ${((100 * found) / words).toFixed(1)} % | ${median.toFixed(0)}, ${most.toFixed(0)} |`;
}
