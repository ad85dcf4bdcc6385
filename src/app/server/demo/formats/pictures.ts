import { crc32, deflateSync } from 'node:zlib';

/** Three bytes a pixel, red, green and blue, row by row from the top. */
export type Picture = { width: number; height: number; pixels: Buffer };

export type Colour = readonly [red: number, green: number, blue: number];

export function blankPicture(width: number, height: number, colour: Colour): Picture {
  return { width, height, pixels: Buffer.alloc(width * height * 3, Buffer.from(colour)) };
}

/** Fills a rectangle, as far as it is inside the picture. */
export function fillBox(
  picture: Picture,
  box: { x: number; y: number; width: number; height: number },
  colour: Colour,
): void {
  const left = Math.max(0, Math.round(box.x));
  const right = Math.min(picture.width, Math.round(box.x + box.width));
  const bottom = Math.min(picture.height, Math.round(box.y + box.height));
  if (right <= left) return;
  const line = Buffer.alloc((right - left) * 3, Buffer.from(colour));
  for (let y = Math.max(0, Math.round(box.y)); y < bottom; y += 1)
    line.copy(picture.pixels, (y * picture.width + left) * 3);
}

export function pngOf({ width, height, pixels }: Picture): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  // Each row begins with the number of its filter: 0, none.
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y += 1) pixels.copy(rows, y * (width * 3 + 1) + 1, y * width * 3, (y + 1) * width * 3);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(rows, { level: 3 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(kind: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), bytes]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(bytes.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}

export function bmpOf({ width, height, pixels }: Picture): Buffer {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const head = Buffer.alloc(54);
  const file = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    // Rows from the bottom up, colours from blue to red.
    const row = (height - 1 - y) * rowBytes;
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 3;
      file.set([pixels[from + 2] ?? 0, pixels[from + 1] ?? 0, pixels[from] ?? 0], row + x * 3);
    }
  }
  head.write('BM', 'latin1');
  head.writeUInt32LE(head.length + file.length, 2);
  head.writeUInt32LE(head.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  head.writeUInt32LE(file.length, 34);
  return Buffer.concat([head, file]);
}

// 128 colours need 7 bits; their codes are then 8 bits wide, a byte each, as long as the table is cleared in time.
const clearCode = 128;
const endCode = 129;
const pixelsBetweenClears = 120;

/** A GIF in 5 levels of red and green and 5 of blue, written without compression. */
export function gifOf({ width, height, pixels }: Picture): Buffer {
  const palette = Buffer.alloc(128 * 3);
  for (let colour = 0; colour < 125; colour += 1) {
    palette.set([Math.floor(colour / 25) * 63, (Math.floor(colour / 5) % 5) * 63, (colour % 5) * 63], colour * 3);
  }
  const level = (value: number | undefined) => Math.min(4, Math.round((value ?? 0) / 63));
  const codes: number[] = [];
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (pixel % pixelsBetweenClears === 0) codes.push(clearCode);
    codes.push(level(pixels[pixel * 3]) * 25 + level(pixels[pixel * 3 + 1]) * 5 + level(pixels[pixel * 3 + 2]));
  }
  codes.push(endCode);
  const blocks: Buffer[] = [];
  for (let start = 0; start < codes.length; start += 255) {
    const block = codes.slice(start, start + 255);
    blocks.push(Buffer.from([block.length, ...block]));
  }
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const screen = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0xf6, 0, 0]), palette]);
  const image = Buffer.concat([Buffer.from([0x2c, 0, 0, 0, 0]), size, Buffer.from([0, 7])]);
  return Buffer.concat([screen, image, ...blocks, Buffer.from([0, 0x3b])]);
}
