import { cleanFileName, maxFilesPerRequest } from '../core/files.rules.ts';

/** More bytes are sent in several requests, so that a lost connection affects only one. Our choice. */
export const maxBytesPerRequest = 1024 ** 3;

/** The speed is measured over this window: long enough to be steady, short enough to notice a stall. Our choice. */
export const speedWindowMs = 5000;

/** A speed measured over less time is too inaccurate. */
const minMeasureMs = 800;

type Sized = { size: number };

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

export const totalSize = (files: readonly Sized[]): number => sum(files.map((file) => file.size));

/** Splits files into requests, in the given order. A file larger than the limit gets a request of its own. */
export function planRequests<F extends Sized>(files: readonly F[]): F[][] {
  const requests: F[][] = [];
  let bytes = 0;
  for (const file of files) {
    const current = requests.at(-1);
    const fits = current && current.length < maxFilesPerRequest && bytes + file.size <= maxBytesPerRequest;
    if (fits) current.push(file);
    else requests.push([file]);
    bytes = fits ? bytes + file.size : file.size;
  }
  return requests;
}

/** Returns the sent bytes of each file. The files of a request are sent one after another. */
export function sentOfEach(sizes: readonly number[], sent: number): number[] {
  let left = sent;
  return sizes.map((size) => {
    const own = Math.max(0, Math.min(size, left));
    left -= size;
    return own;
  });
}

/** Returns whole percent, rounded down, so that 100 means every byte is sent. Without bytes to send it is 100. */
export function percent(sent: number, total: number): number {
  return total <= 0 ? 100 : Math.floor((Math.min(Math.max(sent, 0), total) / total) * 100);
}

/** Returns the last quarter that was reached. Screen readers announce only these. */
export const coarsePercent = (sent: number, total: number): number => Math.floor(percent(sent, total) / 25) * 25;

/** The bytes sent until `at`, in ms. */
export type Sample = { at: number; sent: number };

/** Adds a sample and drops those that the speed no longer needs: all before the window but the last. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const windowStart = sample.at - speedWindowMs;
  const lastBefore = samples.findLastIndex(({ at }) => at <= windowStart);
  return [...samples.slice(Math.max(lastBefore, 0)), sample];
}

/** Returns undefined until there are enough samples. */
export function bytesPerSecond(samples: readonly Sample[]): number | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < minMeasureMs) return undefined;
  return ((last.sent - first.sent) / (last.at - first.at)) * 1000;
}

/** Returns undefined while the speed is unknown or zero. */
export function secondsLeft(remaining: number, speed: number | undefined): number | undefined {
  return speed === undefined || speed <= 0 ? undefined : remaining / speed;
}

/** Returns the name after a rename. A blank name keeps the current one. See docs/specification.md#upload-screen. */
export function renamed(current: string, typed: string): string {
  return typed.trim() === '' ? current : cleanFileName(typed.trim());
}

/**
 * Returns the name of a photo from a phone's camera. Some phones call every photo 'image.jpg'; it then gets the time at
 * which it was taken, in the zone of the phone.
 */
export function photoName(name: string, taken: Date): string {
  const extension = /^image(\.\w{1,5})$/i.exec(name)?.[1];
  if (!extension) return name;
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [taken.getFullYear(), two(taken.getMonth() + 1), two(taken.getDate())].join('-');
  return `Photo ${day} ${[taken.getHours(), taken.getMinutes(), taken.getSeconds()].map(two).join('.')}${extension}`;
}

/** Gives photos from the camera of a phone the names of `photoName`. */
export const namedPhotos = (photos: readonly globalThis.File[]): globalThis.File[] =>
  photos.map((photo) => {
    const { type, lastModified } = photo;
    return new File([photo], photoName(photo.name, new Date(lastModified)), { type, lastModified });
  });

/** Returns the rows of a long list that are visible or near the visible part; `end` is exclusive. */
export function rowsInView(
  scrolled: number,
  height: number,
  rowHeight: number,
  count: number,
): { start: number; end: number } {
  const extraRows = 8;
  const start = Math.max(0, Math.min(Math.floor(scrolled / rowHeight) - extraRows, count));
  const end = Math.min(count, Math.ceil((scrolled + height) / rowHeight) + extraRows);
  return { start, end: Math.max(start, end) };
}
