import type { Sharp } from 'sharp';

/** Fits the rows of a list on screens of any density. */
const edge = 256;

/** A picture of this many pixels takes half a gigabyte while it is read. */
const mostPixels = 120_000_000;

// The decoders that thumbnails need, of the many that come with the library.
const decoders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`);

/** A small picture of a picture, the right way up and without what else the file tells. Throws what the library throws. */
export async function thumbnailOf(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: decoders });
  const picture: Sharp = sharp(bytes, { limitInputPixels: mostPixels, sequentialRead: true, failOn: 'truncated' });
  return picture
    .autoOrient()
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 76, effort: 3 })
    .toBuffer();
}
