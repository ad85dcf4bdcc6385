/** A picture of a page with one byte of gray for each pixel, row by row. */
export type GrayPicture = { width: number; height: number; pixels: Uint8Array };

/** A decoded image of pdf.js. `isMask`: only its dark pixels are drawn. */
export type PdfImage = { width: number; height: number; kind: number; data: Uint8Array; isMask?: boolean };

// The kinds of images of pdf.js.
export const oneBit = 1;
const rgb = 2;
const rgba = 3;

/** Maps the unit square of an image to the page, as in PDF: [a, b, c, d, e, f]. */
export type Matrix = [number, number, number, number, number, number];

/** The matrix that applies `inner` first, and then `outer`. */
export const multiplied = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
];

const white = 255;

/** Returns an empty page. */
export const emptyPage = (width: number, height: number): GrayPicture => ({
  width,
  height,
  pixels: new Uint8Array(width * height).fill(white),
});

/** Draws an image on a page, whose origin is at the top left. */
export function drawImage(page: GrayPicture, image: PdfImage, toPage: Matrix): void {
  const [a, b, c, d, e, f] = toPage;
  const determinant = a * d - b * c;
  if (determinant === 0 || !Number.isFinite(determinant)) return;
  const [left, right] = spanOf([e, e + a, e + c, e + a + c], page.width);
  const [top, bottom] = spanOf([f, f + b, f + d, f + b + d], page.height);
  const pixelOf = pixelReaderOf(image);
  // Several pixels of a finer image are averaged. Otherwise thin strokes would be lost.
  const steps = image.width / Math.hypot(a, b) > 1.3 ? [0.25, 0.75] : [0.5];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      let [dark, covered] = [0, 0];
      for (const stepY of steps) {
        for (const stepX of steps) {
          const [dx, dy] = [x + stepX - e, y + stepY - f];
          const column = Math.floor(((d * dx - c * dy) / determinant) * image.width);
          // The first row of an image is at the top of the unit square.
          const row = Math.floor((1 - (a * dy - b * dx) / determinant) * image.height);
          if (row < 0 || column < 0 || row >= image.height || column >= image.width) continue;
          const { gray, alpha } = pixelOf(row, column);
          dark += (white - gray) * alpha;
          covered += alpha;
        }
      }
      const samples = steps.length ** 2;
      const at = y * page.width + x;
      const below = (white - (page.pixels[at] ?? white)) * (samples - covered);
      page.pixels[at] = white - Math.round((dark + below) / samples);
    }
  }
}

/** Returns the first pixel and the one after the last of these corners, within the page. */
const spanOf = (corners: readonly number[], max: number): [from: number, to: number] => [
  Math.max(0, Math.floor(Math.min(...corners))),
  Math.min(max, Math.ceil(Math.max(...corners))),
];

type Pixel = { gray: number; alpha: number };

/** Returns a function that reads a pixel. It returns the same object each time, because a page has millions of pixels. */
function pixelReaderOf({ width, kind, data, isMask }: PdfImage): (row: number, column: number) => Pixel {
  const pixel: Pixel = { gray: 0, alpha: 1 };
  if (kind === oneBit) {
    const rowBytes = (width + 7) >> 3;
    return (row, column) => {
      const isLight = (((data[row * rowBytes + (column >> 3)] ?? 0) >> (7 - (column & 7))) & 1) === 1;
      pixel.gray = isLight ? white : 0;
      if (isMask) pixel.alpha = isLight ? 0 : 1;
      return pixel;
    };
  }
  const channels = kind === rgba ? 4 : 3;
  return (row, column) => {
    const at = (row * width + column) * channels;
    pixel.gray = 0.299 * (data[at] ?? white) + 0.587 * (data[at + 1] ?? white) + 0.114 * (data[at + 2] ?? white);
    if (kind === rgba) pixel.alpha = (data[at + 3] ?? white) / white;
    return pixel;
  };
}

/** Encodes a picture of three bytes for each pixel as a gray PGM. */
export function grayPage({ width, height, pixels }: GrayPicture): Uint8Array {
  const pixelOf = pixelReaderOf({ width, height, kind: rgb, data: pixels });
  const page = emptyPage(width, height);
  for (let at = 0; at < page.pixels.length; at += 1) page.pixels[at] = pixelOf(Math.floor(at / width), at % width).gray;
  return encodePage(page);
}

/** Encodes a page as PGM. */
export function encodePage({ width, height, pixels }: GrayPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}
