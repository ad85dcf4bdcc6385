import { numbersIn } from '#features/container-files/numbers.rules.ts';
import { isHeic } from '../extraction.rules.ts';
import { maxScanEdge, maxScanMs } from '../scan.rules.ts';
import { wordsOfText } from '../text.rules.ts';
import { answerRequests } from './answer-requests.ts';
import { decodeHeic } from './heic.ts';
import { grayPage } from './page-picture.ts';
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
  for await (const page of pagesOf(bytes, mediaType, parts)) {
    texts.push(recognize(page));
    if (performance.now() > endsAt) break;
  }
  const text = cleanedText(texts.join('\n'));
  return { scan: { text, words: wordsOfText(text).join(' '), numbers: numbersIn(text) } };
});

function pagesOf(bytes: Buffer, mediaType: string, parts: readonly number[]) {
  if (mediaType === 'application/pdf') return scannedPages(bytes);
  return isHeic(mediaType) ? heicPage(bytes) : partsOf(bytes, parts);
}

async function* heicPage(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield grayPage(await decodeHeic(bytes, maxScanEdge));
}

function* partsOf(bytes: Buffer, parts: readonly number[]): Generator<Uint8Array> {
  let at = 0;
  for (const size of parts) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
