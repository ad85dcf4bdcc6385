import process from 'node:process';
import { numbersIn } from '#features/papers/numbers.rules.ts';
import { isHeic } from '../extraction.rules.ts';
import { maxScanEdge, maxScanProcessorMs } from '../scan.rules.ts';
import { wordsOfText } from '../text.rules.ts';
import { answerRequests } from './answer-requests.ts';
import { decodeHeic } from './heic.ts';
import { grayPage } from './page-picture.ts';
import { pagesOfPdf } from './pdf-scans.ts';
import { makeRecognizer } from './recognize.ts';
import type { Recognize } from './recognize.ts';
import { cleanedText } from './text-of.ts';

// This process recognizes the text of pictures. It has the rights of the document process, and WebAssembly. It runs only if
// the administrator has switched it on.

let recognizer: Promise<Recognize> | undefined;

answerRequests(async (bytes, { mediaType = '', parts = [bytes.length], languages = [] }) => {
  const recognize = await (recognizer ??= makeRecognizer(languages));
  const begun = process.cpuUsage();
  const mayRecognize = () => processorMsSince(begun) <= maxScanProcessorMs;
  const texts: string[] = [];
  const [own, recognized]: [string[], string[]] = [[], []];
  for await (const page of pagesOf(bytes, mediaType, { parts, mayRecognize })) {
    own.push(page.text);
    const read = page.picture ? recognize(page.picture) : '';
    recognized.push(read);
    texts.push(page.text, read);
    if (mediaType !== pdf && !mayRecognize()) break;
  }
  // A PDF of which no page was recognized keeps the text that it has.
  const text = recognized.join('').trim() === '' ? '' : cleanedText(texts.join('\n')).text;
  const isMixed = own.join('').trim() !== '';
  return { scan: { text, words: wordsOfText(text).join(' '), numbers: numbersIn(text), isMixed } };
});

function processorMsSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}

const pdf = 'application/pdf';

type Pages = { parts: readonly number[]; mayRecognize: () => boolean };

function pagesOf(bytes: Buffer, mediaType: string, { parts, mayRecognize }: Pages) {
  if (mediaType === pdf) return pagesOfPdf(bytes, mayRecognize);
  return isHeic(mediaType) ? heicPage(bytes) : partsOf(bytes, parts);
}

async function* heicPage(bytes: Buffer) {
  yield { text: '', picture: grayPage(await decodeHeic(bytes, maxScanEdge)) };
}

function* partsOf(bytes: Buffer, parts: readonly number[]) {
  let at = 0;
  for (const size of parts) {
    yield { text: '', picture: bytes.subarray(at, at + size) };
    at += size;
  }
}
