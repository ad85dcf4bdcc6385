import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A decoded picture: three bytes for each pixel. */
export type RawPicture = { width: number; height: number; pixels: Uint8Array };

type HeifImage = {
  get_width: () => number;
  get_height: () => number;
  display: (target: Rgba, done: (shown: Rgba | null) => void) => void;
};
type Rgba = { data: Uint8ClampedArray; width: number; height: number };
type Libheif = { HeifDecoder: new () => { decode: (bytes: Uint8Array) => HeifImage[] } };
type Start = (options: { wasmBinary: Uint8Array }) => Promise<Libheif>;

/** Decoding a picture of this many pixels takes 0.6 GB. */
const maxPixels = 60_000_000;

let library: Promise<Libheif> | undefined;

function load(): Promise<Libheif> {
  const start = createRequire(import.meta.url)('libheif-js/libheif-wasm/libheif.js') as Start;
  const program = fileURLToPath(import.meta.resolve('libheif-js/libheif-wasm/libheif.wasm'));
  return start({ wasmBinary: readFileSync(program) });
}

/** Decodes the first picture of a HEIC file, upright, in a size of about `maxEdge`. Throws for damaged and too large ones. */
export async function decodeHeic(bytes: Buffer, maxEdge: number): Promise<RawPicture> {
  const { HeifDecoder } = await (library ??= load());
  const [image] = new HeifDecoder().decode(bytes);
  if (!image) throw new Error('no picture could be decoded');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > maxPixels) throw new Error('the picture is too large');
  const target = { data: new Uint8ClampedArray(width * height * 4), width, height };
  const shown = await new Promise<Rgba | null>((resolve) => image.display(target, resolve));
  if (!shown) throw new Error('the picture could not be decoded');
  return reduced(shown, Math.ceil(Math.max(width, height) / maxEdge));
}

/** Returns every pixel as the mean of a square of pixels, without transparency. */
function reduced({ data, width: fullWidth, height: fullHeight }: Rgba, factor: number): RawPicture {
  const [width, height] = [Math.max(1, Math.floor(fullWidth / factor)), Math.max(1, Math.floor(fullHeight / factor))];
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0;
        for (let row = 0; row < factor; row += 1)
          for (let column = 0; column < factor; column += 1)
            sum += data[((y * factor + row) * fullWidth + x * factor + column) * 4 + channel] ?? 0;
        pixels[(y * width + x) * 3 + channel] = sum / factor ** 2;
      }
    }
  }
  return { width, height, pixels };
}
