import type { Dropped } from '#web/read-dropped.ts';

/** The state of the navigation from the page of the drop to the upload page. */
type DropState = { drop: number };

let last = 0;
let waiting: Promise<Dropped> | undefined;

/** Keeps dropped files for the upload page. Returns the state with which to open it. */
export function passDropped(dropped: Promise<Dropped>): DropState {
  waiting = dropped;
  last += 1;
  return { drop: last };
}

/** Returns the files of the drop that opened the page, once. After a reload there are none. */
export function takeDropped(state: unknown): Promise<Dropped> | undefined {
  const isLast = (state as Partial<DropState> | null)?.drop === last;
  const dropped = isLast ? waiting : undefined;
  waiting = undefined;
  return dropped;
}
