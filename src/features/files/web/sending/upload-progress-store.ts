import { addSample, totalSize } from '#features/files/upload/upload.rules.ts';
import type { Sample } from '#features/files/upload/upload.rules.ts';
import type { SelectedFile } from '../upload/use-selected-files.ts';
import { isUnderWay } from './transfers.ts';
import type { Transfer, Transfers } from './transfers.ts';

export type UploadProgress = {
  /** Bytes of the whole upload, without the multipart headers. */
  sent: number;
  total: number;
  storedFiles: number;
  allFiles: number;
  /** Sent bytes of each file of the current request, by its key. */
  sentByKey: ReadonlyMap<number, number>;
  samples: readonly Sample[];
  /** Undefined while bytes are sent. */
  pause: 'paused' | 'waiting' | undefined;
};

/** A file of the current upload; `sent` is undefined until its request starts. */
type Line = { size: number; sent: number | undefined; isStored: boolean };

/** Stores the progress of all uploads since the last time none was active. */
export function makeUploadProgressStore() {
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
    mark(key: number, now: Partial<Line>) {
      const line = lines.get(key);
      if (line) lines.set(key, { ...line, ...now });
    },
    /** Removes files that were not stored from the total. */
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

/** A small file has no transfer, so it is never paused or queued. */
function pauseOf(moving: readonly (Transfer | undefined)[]): UploadProgress['pause'] {
  const states = moving.map((transfer) => (isUnderWay(transfer) ? transfer?.state : 'sending'));
  if (states.length === 0 || states.includes('sending')) return undefined;
  return states.includes('waiting') ? 'waiting' : 'paused';
}
