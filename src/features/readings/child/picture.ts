import type { Sharp } from 'sharp';

/** Fits the rows of a list on screens of any density. */
const edge = 256;

/** As wide as a page is read at, on a dense screen. */
const inlineEdge = 1400;

/** A picture of this many pixels takes half a gigabyte while it is read. */
const mostPixels = 120_000_000;

// The decoders that thumbnails need, of the many that come with the library.
const decoders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`);

/** A small picture of a picture, the right way up and without what else the file tells. Throws what the library throws. */
export async function thumbnailOf(bytes: Buffer): Promise<Buffer> {
  const picture = await open(bytes, 'truncated');
  return picture
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 76, effort: 3 })
    .toBuffer();
}

/** A picture out of a document, small enough to stand in its page. Throws what the library throws. */
export async function inlinePicture(bytes: Buffer): Promise<Buffer> {
  const picture = await open(bytes, 'none');
  return picture
    .resize({ width: inlineEdge, height: inlineEdge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
}

async function open(bytes: Buffer, failOn: 'truncated' | 'none'): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: decoders });
  return sharp(bytes, { limitInputPixels: mostPixels, sequentialRead: true, failOn }).autoOrient();
}
