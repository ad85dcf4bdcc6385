import { numbersIn } from '#features/container-files/numbers.rules.ts';
import { maxScanMs } from '../scan.rules.ts';
import { wordsOfText } from '../text.rules.ts';
import { answerRequests } from './answer-requests.ts';
import { scannedPages } from './pdf-scans.ts';
import { makeRecognizer } from './recognize.ts';
import type { Recognize } from './recognize.ts';
import { cleanedText } from './text-of.ts';

// This process recognizes the text of pictures. It has the rights of the document process, and WebAssembly. It runs only if
// the administrator has switched it on.

let recognizer: Promise<Recognize> | undefined;

answerRequests(async (bytes, { mediaType = '', parts = [bytes.length], languages = [] }) => {
  const recognize = await (recognizer ??= makeRecognizer(languages));
  const endsAt = performance.now() + maxScanMs;
  const texts: string[] = [];
  for await (const page of mediaType === 'application/pdf' ? scannedPages(bytes) : partsOf(bytes, parts)) {
    texts.push(recognize(page));
    if (performance.now() > endsAt) break;
  }
  const text = cleanedText(texts.join('\n'));
  return { scan: { text, words: wordsOfText(text).join(' '), numbers: numbersIn(text) } };
});

function* partsOf(bytes: Buffer, parts: readonly number[]): Generator<Uint8Array> {
  let at = 0;
  for (const size of parts) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
