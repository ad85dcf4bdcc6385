import type { PDFPageProxy } from 'pdfjs-dist';
import { drawImage, emptyPage, multiplied } from './page-picture.ts';
import type { GrayPicture, Matrix, PdfImage } from './page-picture.ts';
import { openPdf } from './pdf-document.ts';
import { imagesOf } from './pdf-scans.ts';

/** Twice the edge of a thumbnail, so that thin strokes become gray when it is scaled down. In pixels. */
const edge = 512;

/** A word at the size of a thumbnail is a bar. */
const ink: PdfImage = { width: 1, height: 1, kind: 2, data: new Uint8Array([60, 70, 80]) };
const heightOfLetters = 0.6;

/**
 * Returns a small picture of the first page of a PDF: its images, and a bar in the place of each word, because pdf.js draws
 * letters only with native code. Returns undefined if the page cannot be read.
 */
export async function firstPageOf(bytes: Buffer): Promise<GrayPicture | undefined> {
  try {
    await using task = await openPdf(bytes);
    const document = await task.promise;
    return await pictureOf(await document.getPage(1));
  } catch {
    return undefined;
  }
}

async function pictureOf(page: PDFPageProxy): Promise<GrayPicture> {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: edge / Math.max(width, height, 1) });
  const toPicture = viewport.transform as unknown as Matrix;
  const picture = emptyPage(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
  for (const { image, matrix } of await imagesOf(page)) drawImage(picture, image, multiplied(toPicture, matrix));
  const { items } = await page.getTextContent();
  for (const item of items) {
    if (!('str' in item)) continue;
    for (const bar of barsOf(item)) drawImage(picture, ink, multiplied(toPicture, bar));
  }
  return picture;
}

type Item = { str: string; width: number; transform: number[] };

/** Returns, for each word of a text, the matrix that maps the unit square to its place on the page. */
function barsOf({ str, width, transform }: Item): Matrix[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = transform;
  const size = Math.hypot(a, b);
  if (size === 0) return [];
  const [alongX, alongY] = [(a / size) * (width / str.length), (b / size) * (width / str.length)];
  return [...str.matchAll(/\S+/g)].map(({ 0: { length }, index }) => [
    alongX * length,
    alongY * length,
    c * heightOfLetters,
    d * heightOfLetters,
    e + alongX * index,
    f + alongY * index,
  ]);
}
