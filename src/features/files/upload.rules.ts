import { cleanFileName, mostFilesPerRequest } from './files.rules.ts';

/** A larger sum is sent in several requests, so that a lost connection costs one of them. Our choice. */
export const mostBytesPerRequest = 1024 ** 3;

/** The speed shown is that of the last seconds: long enough to be steady, short enough to notice a stall. Our choice. */
export const speedWindowMs = 5000;

/** Before this, a speed would be a guess. */
const shortestMeasureMs = 800;

type Sized = { size: number };

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

export const totalSize = (files: readonly Sized[]): number => sum(files.map((file) => file.size));

/** Which files go together in one request, in the order given; a file larger than the limit goes alone. */
export function planRequests<F extends Sized>(files: readonly F[]): F[][] {
  const requests: F[][] = [];
  let bytes = 0;
  for (const file of files) {
    const current = requests.at(-1);
    const fits = current && current.length < mostFilesPerRequest && bytes + file.size <= mostBytesPerRequest;
    if (fits) current.push(file);
    else requests.push([file]);
    bytes = fits ? bytes + file.size : file.size;
  }
  return requests;
}

/** How much of each file has left, when the files of a request leave one after another. */
export function sentOfEach(sizes: readonly number[], sent: number): number[] {
  let left = sent;
  return sizes.map((size) => {
    const own = Math.max(0, Math.min(size, left));
    left -= size;
    return own;
  });
}

/** Whole percent, rounded down: 100 is said only when everything has left. Nothing to send is all sent. */
export function percent(sent: number, total: number): number {
  return total <= 0 ? 100 : Math.floor((Math.min(Math.max(sent, 0), total) / total) * 100);
}

/** The quarter that was reached last; a listener hears no more than these. */
export const coarsePercent = (sent: number, total: number): number => Math.floor(percent(sent, total) / 25) * 25;

/** How much had left at a moment, in milliseconds. */
export type Sample = { at: number; sent: number };

/** Keeps what the speed is measured over: the samples of the window and the last one before it. */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const begins = sample.at - speedWindowMs;
  const lastBefore = samples.findLastIndex(({ at }) => at <= begins);
  return [...samples.slice(Math.max(lastBefore, 0)), sample];
}

/** Undefined until there is enough to measure. */
export function bytesPerSecond(samples: readonly Sample[]): number | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < shortestMeasureMs) return undefined;
  return ((last.sent - first.sent) / (last.at - first.at)) * 1000;
}

/** Undefined while the speed is unknown or nothing moves. */
export function secondsLeft(remaining: number, speed: number | undefined): number | undefined {
  return speed === undefined || speed <= 0 ? undefined : remaining / speed;
}

/** The name after a rename; a blank one leaves the old. Source: spec section 4, renaming a selected file. */
export function renamed(current: string, typed: string): string {
  return typed.trim() === '' ? current : cleanFileName(typed.trim());
}

/** Which rows of a long list are near the part on screen: from the first up to, not including, `end`. */
export function rowsInView(
  scrolled: number,
  height: number,
  rowHeight: number,
  count: number,
): { start: number; end: number } {
  const spare = 8;
  const start = Math.max(0, Math.min(Math.floor(scrolled / rowHeight) - spare, count));
  const end = Math.min(count, Math.ceil((scrolled + height) / rowHeight) + spare);
  return { start, end: Math.max(start, end) };
}
