import type { Sharp } from 'sharp';
import { maxScanEdge, maxScanPages } from '../scan.rules.ts';

/** Large enough for the rows of a list on high-density screens. In pixels. */
const thumbnailEdge = 256;

/** The width of a preview page on a high-density screen, in pixels. */
const inlineEdge = 1400;

/** Decoding an image of this many pixels takes 0.5 GB. */
const maxPixels = 120_000_000;

// Only these decoders are enabled, because each one is attack surface. None of them opens a file.
export const decoders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map(
  (format) => `VipsForeignLoad${format}Buffer`,
);

/** Returns a thumbnail, rotated upright and without metadata. Passes on the errors of the library. */
export async function thumbnailOf(bytes: Buffer): Promise<Buffer> {
  const picture = await open(bytes, 'truncated');
  return picture
    .resize({ width: thumbnailEdge, height: thumbnailEdge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 76, effort: 3 })
    .toBuffer();
}

/** Scales down an image of a document for its preview page. Passes on the errors of the library. */
export async function inlinePicture(bytes: Buffer): Promise<Buffer> {
  const picture = await open(bytes, 'none');
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
    const picture = await open(bytes, 'none', page);
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

/** Returns the number of pages of a TIFF. The frames of an animation count as one page. */
async function countPages(bytes: Buffer): Promise<number> {
  const { format, pages = 1 } = await (await open(bytes, 'none')).metadata();
  return format === 'tiff' ? pages : 1;
}

async function open(bytes: Buffer, failOn: 'truncated' | 'none', page = 0): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: decoders });
  return sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true, failOn, page }).autoOrient();
}
