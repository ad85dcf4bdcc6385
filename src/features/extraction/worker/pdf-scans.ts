import type { PDFPageProxy } from 'pdfjs-dist';
import { maxScanEdge, maxScanPages } from '../scan.rules.ts';
import { drawImage, emptyPage, encodePage, multiplied, oneBit } from './page-picture.ts';
import type { Matrix, PdfImage } from './page-picture.ts';
import { openPdf } from './pdf-document.ts';
import { maxPages, textOfPage } from './pdf-text.ts';

/** Smaller images are stamps of a printer driver, lines and icons. In pixels. */
const minImagePixels = 10_000;

/** A page of a scanner has one image or some strips. */
const maxImages = 200;

/** The text of a page, and its picture if it has images but no text of its own. */
type Page = { text: string; picture?: Uint8Array };

/**
 * Returns the pages of a PDF in their order. A page without text gets a gray PGM picture of its images, as long as
 * `mayRecognize` allows it.
 */
export async function* pagesOfPdf(bytes: Buffer, mayRecognize: () => boolean): AsyncGenerator<Page> {
  await using task = await openPdf(bytes);
  const document = await task.promise;
  let pictures = 0;
  for (let number = 1; number <= Math.min(document.numPages, maxPages); number += 1) {
    const page = await document.getPage(number);
    const { own, annotations } = await textOfPage(page);
    const isPicture = own.trim() === '' && pictures < maxScanPages && mayRecognize();
    const picture = isPicture ? await pictureOf(page) : undefined;
    page.cleanup();
    if (picture) pictures += 1;
    yield { text: `${own}\n${annotations}`, ...(picture && { picture }) };
  }
}

/** An image on a page, and the matrix that maps its unit square to the page. */
type Placed = { image: PdfImage; matrix: Matrix };

async function pictureOf(page: PDFPageProxy): Promise<Uint8Array | undefined> {
  const placed = await imagesOf(page);
  // The finest image determines the resolution.
  const finest = Math.max(
    0,
    ...placed.map(({ image, matrix: [a, b] }) => image.width / (Math.hypot(a, b) || Infinity)),
  );
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(finest, maxScanEdge / Math.max(width, height));
  if (!(scale > 0) || !Number.isFinite(scale)) return undefined;
  const viewport = page.getViewport({ scale });
  const picture = emptyPage(Math.ceil(viewport.width), Math.ceil(viewport.height));
  for (const { image, matrix } of placed)
    drawImage(picture, image, multiplied(viewport.transform as unknown as Matrix, matrix));
  return encodePage(picture);
}

const start: Matrix = [1, 0, 0, 1, 0, 0];

/** Follows the matrices of a page, and returns its images in the order of painting. */
export async function imagesOf(page: PDFPageProxy): Promise<Placed[]> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { fnArray, argsArray } = await page.getOperatorList();
  const placed: Placed[] = [];
  const saved: Matrix[] = [];
  let matrix = start;
  for (const [index, operator] of fnArray.entries()) {
    if (placed.length >= maxImages) break;
    const args = (argsArray[index] ?? []) as unknown[];
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) saved.push(matrix);
    if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? start;
    if (operator === OPS.transform) matrix = multiplied(matrix, args as Matrix);
    if (operator === OPS.paintFormXObjectBegin && args[0]) matrix = multiplied(matrix, args[0] as Matrix);
    const isMask = operator === OPS.paintImageMaskXObject;
    if (!isMask && operator !== OPS.paintImageXObject && operator !== OPS.paintInlineImageXObject) continue;
    const image = imageOf(await objectOf(page, args[0]), isMask);
    if (image) placed.push({ image, matrix });
  }
  return placed;
}

/** Returns a decoded image. The arguments of the operators hold it, its id, or an object with its id. */
async function objectOf(page: PDFPageProxy, argument: unknown): Promise<unknown> {
  if (typeof argument === 'object' && argument !== null && 'data' in argument && typeof argument.data === 'string')
    return objectOf(page, argument.data);
  if (typeof argument !== 'string') return argument;
  // Images of several pages are shared by the document.
  const objects = argument.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise((resolve) => void objects.get(argument, resolve));
}

function imageOf(decoded: unknown, isMask: boolean): PdfImage | undefined {
  const { width = 0, height = 0, kind = oneBit, data } = (decoded ?? {}) as Partial<PdfImage>;
  if (!data || width * height < minImagePixels) return undefined;
  return { width, height, kind: isMask ? oneBit : kind, data, isMask };
}
