import type { Sharp } from 'sharp';

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

async function open(bytes: Buffer, failOn: 'truncated' | 'none'): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: decoders });
  return sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true, failOn }).autoOrient();
}
