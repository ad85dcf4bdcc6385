import type { Sharp } from 'sharp';
import { inlineEdge } from '../extraction.rules.ts';
import { pageTexts } from '../page.texts.ts';
import { maxScanEdge, maxScanPages } from '../scan.rules.ts';
import { pageAround } from './page-frame.ts';

/** Large enough for the rows of a list on high-density screens. In pixels. */
const thumbnailEdge = 256;

/** Decoding an image of this many pixels takes 0.5 GB. */
const maxPixels = 120_000_000;

// Only these decoders are enabled, because each one is attack surface. None of them opens a file: that of SVG loads nothing that a
// drawing names, because a drawing in memory has no address, and it runs no scripts.
export const decoders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif', 'Svg'].map(
  (format) => `VipsForeignLoad${format}Buffer`,
);

/** The size of a raw picture, whose bytes are its pixels. */
type Raw = { width: number; height: number; channels: 1 | 3 } | undefined;

/** Returns a thumbnail, rotated upright and without metadata. Passes on the errors of the library. */
export async function thumbnailOf(bytes: Buffer, raw?: Raw): Promise<Buffer> {
  const picture = await open(bytes, 'truncated', { raw });
  return picture
    .resize({ width: thumbnailEdge, height: thumbnailEdge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 76, effort: 3 })
    .toBuffer();
}

/** Scales down an image of a document for its preview page. Passes on the errors of the library. */
export async function inlinePicture(bytes: Buffer, options: Options = {}): Promise<Buffer> {
  const picture = await open(bytes, 'none', options);
  return picture
    .resize({ width: inlineEdge, height: inlineEdge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
}

/** Returns a gray PNG of each page of a picture, upright and on white, for text recognition. */
export async function scanPictures(bytes: Buffer): Promise<Buffer[]> {
  const pages = await countPages(bytes);
  const pictures: Buffer[] = [];
  for (let page = 0; page < Math.min(pages, maxScanPages); page += 1) {
    const picture = await open(bytes, 'none', { page });
    pictures.push(
      await picture
        .flatten({ background: 'white' })
        .resize({ width: maxScanEdge, height: maxScanEdge, fit: 'inside', withoutEnlargement: true })
        .grayscale()
        .toColourspace('b-w')
        .png({ compressionLevel: 1 })
        .toBuffer(),
    );
  }
  return pictures;
}

/** The pages that a preview shows at most, and their size together. */
const maxShownPages = 40;
const maxShownBytes = 5 * 1024 * 1024;

/** Returns a page that shows every page of a TIFF, or another picture. Passes on the errors of the library. */
export async function picturePage(bytes: Buffer, raw?: Raw): Promise<string> {
  const pages = raw ? 1 : await countPages(bytes);
  const parts: string[] = [];
  let size = 0;
  let shown = 0;
  for (; shown < Math.min(pages, maxShownPages) && size < maxShownBytes; shown += 1) {
    const picture = await inlinePicture(bytes, { raw, page: shown });
    size += picture.length;
    const label = pageTexts.pageOf(shown + 1, pages);
    const image = `<img alt="${label}" src="data:image/webp;base64,${picture.toString('base64')}">`;
    parts.push(pages > 1 ? `<figure>${image}<figcaption>${label}</figcaption></figure>` : image);
  }
  if (shown < pages) parts.push(`<p class="note">${pageTexts.pagesLeft(pages - shown)}</p>`);
  return pageAround('pictures', parts.join(''));
}

/** Returns the number of pages of a TIFF. The frames of an animation count as one page. */
async function countPages(bytes: Buffer): Promise<number> {
  const { format, pages = 1 } = await (await open(bytes, 'none')).metadata();
  return format === 'tiff' ? pages : 1;
}

type Options = { raw?: Raw; page?: number };

async function open(bytes: Buffer, failOn: 'truncated' | 'none', { raw, page = 0 }: Options = {}): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: decoders });
  const input = raw ? { raw } : { page };
  return sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true, failOn, ...input }).autoOrient();
}
