import { addSample, totalSize } from '#features/files/upload.rules.ts';
import type { Sample } from '#features/files/upload.rules.ts';
import { isUnderWay } from './transfers.ts';
import type { Transfer, Transfers } from './transfers.ts';
import type { SelectedFile } from './use-selection.ts';

export type UploadProgress = {
  /** Bytes of the whole upload, without the form's envelope. */
  sent: number;
  total: number;
  storedFiles: number;
  allFiles: number;
  /** Bytes of each file of the running request, by its key. */
  sentByKey: ReadonlyMap<number, number>;
  samples: readonly Sample[];
  /** Missing while bytes leave. */
  pause: 'paused' | 'waiting' | undefined;
};

/** A file of what is being sent; `sent` is missing until its request begins. */
type Line = { size: number; sent: number | undefined; isStored: boolean };

/** Keeps how far everything is that was asked for since nothing was under way. */
export function makeUploadBook() {
  const lines = new Map<number, Line>();
  let presses = 0;
  let samples: readonly Sample[] = [];
  return {
    open(files: readonly SelectedFile[]) {
      presses += 1;
      for (const { key, size } of files) lines.set(key, { size, sent: undefined, isStored: false });
    },
    close() {
      presses -= 1;
      if (presses > 0) return;
      lines.clear();
      samples = [];
    },
    note(key: number, now: Partial<Line>) {
      const line = lines.get(key);
      if (line) lines.set(key, { ...line, ...now });
    },
    /** What is not stored does not count any more. */
    forget(key: number) {
      if (!lines.get(key)?.isStored) lines.delete(key);
    },
    read(transfers: ReturnType<Transfers['list']>, at: number): UploadProgress | undefined {
      if (presses === 0) return undefined;
      const all = [...lines].map(([key, line]) => ({ key, ...line, sent: transfers.get(key)?.sent ?? line.sent }));
      const stored = all.filter((line) => line.isStored);
      const moving = all.filter((line) => !line.isStored);
      const sent = totalSize(stored) + moving.reduce((sum, line) => sum + (line.sent ?? 0), 0);
      samples = addSample(samples, { at, sent });
      return {
        sent,
        total: totalSize(all),
        storedFiles: stored.length,
        allFiles: all.length,
        sentByKey: new Map(moving.flatMap(({ key, sent }) => (sent === undefined ? [] : [[key, sent] as const]))),
        samples,
        pause: pauseOf(moving.map(({ key }) => transfers.get(key))),
      };
    },
  };
}

/** A small file, of which there is no transfer, is never held up. */
function pauseOf(moving: readonly (Transfer | undefined)[]): UploadProgress['pause'] {
  const states = moving.map((transfer) => (isUnderWay(transfer) ? transfer?.state : 'sending'));
  if (states.length === 0 || states.includes('sending')) return undefined;
  return states.includes('waiting') ? 'waiting' : 'paused';
}
