import { uploadsContract } from '#features/files/uploads.contract.ts';
import { mostAtOnce, pieceBytes, waitBeforeTryMs } from '#features/files/uploads.rules.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import { isAbort } from '#web/call-failure.ts';
import { call } from '#web/call.ts';
import { sendInPieces } from '#web/send-in-pieces.ts';
import type { SelectedFile } from './use-selection.ts';

/** A large file on its way. `waiting`: the connection is broken, and it goes on by itself when it is back. */
export type Transfer = {
  state: 'queued' | 'sending' | 'waiting' | 'paused' | 'failed' | 'cancelled';
  /** Bytes that have left. */
  sent: number;
  /** Why it failed, as far as somebody has said. */
  reason?: string | undefined;
};

export type StoredUpload = AnswerOf<typeof uploadsContract.file>;

export type TransferEnd =
  | { ended: 'stored'; stored: StoredUpload; uploadId: string | undefined }
  | { ended: 'cancelled' }
  | { ended: 'failed'; reason: string | undefined };

type Entry = Transfer & {
  selected: SelectedFile;
  fileTypeId: number;
  /** What the server knows it by, once it does. */
  uploadId: string | undefined;
  controller: AbortController | undefined;
  end: (how: TransferEnd) => void;
};

export type Transfers = {
  /** Sends a file when its turn comes; goes on with an upload that was begun before, if one is named or this file's is known. */
  send: (selected: SelectedFile, fileTypeId: number, begun?: { id: string; received: number }) => Promise<TransferEnd>;
  pause: (key: number) => void;
  resume: (key: number) => void;
  /** Gives one up; what has arrived of it is removed. */
  cancel: (key: number) => void;
  cancelAll: () => void;
  /** Forgets a file that has failed or was cancelled. */
  forget: (keys: readonly number[]) => void;
  /** Stops sending, and leaves what has arrived where it is. */
  stop: () => void;
  list: () => ReadonlyMap<number, Transfer & { fileTypeId: number; uploadId: string | undefined }>;
};

const slots = new Set<Transfer['state']>(['sending', 'waiting']);
const underWay = new Set<Transfer['state']>([...slots, 'queued', 'paused']);

export const isUnderWay = (transfer: Transfer | undefined): boolean =>
  transfer !== undefined && underWay.has(transfer.state);

const pathOf = (id: string) => uploadsContract.progress.path.replace(':id', id);
const idOf = (path: string) => path.split('/').at(-1);

/** Large files and how far each has come, at most three of them on their way at a time. `explain` says why one failed. */
export function makeTransfers(
  onChange: () => void,
  explain: (error: unknown, file: SelectedFile) => Promise<string | undefined>,
): Transfers {
  const entries = new Map<number, Entry>();

  const change = (entry: Entry, now: Partial<Entry>) => {
    Object.assign(entry, now);
    onChange();
  };

  function next(): void {
    const all = [...entries.values()];
    const free = mostAtOnce - all.filter((entry) => slots.has(entry.state)).length;
    for (const entry of all.filter(({ state }) => state === 'queued').slice(0, Math.max(free, 0))) void run(entry);
  }

  async function run(entry: Entry): Promise<void> {
    const controller = new AbortController();
    change(entry, { controller, state: 'sending' });
    try {
      const stored = await sendWhole(entry, controller.signal);
      entries.delete(entry.selected.key);
      entry.end({ ended: 'stored', stored, uploadId: entry.uploadId });
    } catch (error) {
      // Whoever stopped it has said what it is now.
      if (!isAbort(error)) {
        const reason = await explain(error, entry.selected);
        change(entry, { state: 'failed', reason });
        entry.end({ ended: 'failed', reason });
      }
    }
    onChange();
    next();
  }

  async function sendWhole(entry: Entry, signal: AbortSignal): Promise<StoredUpload> {
    const { selected, fileTypeId, uploadId } = entry;
    await sendInPieces(selected.file, {
      endpoint: uploadsContract.create.path,
      url: uploadId && pathOf(uploadId),
      metadata: {
        filename: selected.name,
        original_name: selected.originalName,
        modified_at: new Date(selected.file.lastModified).toISOString(),
        file_type_id: String(fileTypeId),
      },
      pieceBytes,
      waitMs: waitBeforeTryMs,
      signal,
      onBegun: (url) => change(entry, { uploadId: idOf(url) }),
      onProgress: (sent) => change(entry, { sent }),
      onWaiting: (isWaiting) => !signal.aborted && change(entry, { state: isWaiting ? 'waiting' : 'sending' }),
    });
    return call(uploadsContract.file, { id: entry.uploadId ?? '' }, { signal });
  }

  function halt(entry: Entry, now: Partial<Entry>): void {
    const { controller } = entry;
    change(entry, { ...now, controller: undefined });
    controller?.abort();
    next();
  }

  function cancel(key: number): void {
    const entry = entries.get(key);
    if (!entry || !isUnderWay(entry)) return;
    const { uploadId } = entry;
    halt(entry, { state: 'cancelled', sent: 0, uploadId: undefined });
    // What cannot be removed now is removed in a day.
    if (uploadId) void call(uploadsContract.remove, { id: uploadId }).catch(() => undefined);
    entry.end({ ended: 'cancelled' });
  }

  return {
    send: (selected, fileTypeId, begun) =>
      new Promise((end) => {
        const known = entries.get(selected.key);
        entries.set(selected.key, {
          selected,
          // The file type belongs to the upload from its beginning.
          fileTypeId: known?.uploadId ? known.fileTypeId : fileTypeId,
          uploadId: begun?.id ?? known?.uploadId,
          sent: begun?.received ?? known?.sent ?? 0,
          state: 'queued',
          controller: undefined,
          end,
        });
        onChange();
        next();
      }),
    pause: (key) => {
      const entry = entries.get(key);
      if (entry && isUnderWay(entry)) halt(entry, { state: 'paused' });
    },
    resume: (key) => {
      const entry = entries.get(key);
      if (entry?.state === 'paused') change(entry, { state: 'queued' });
      next();
    },
    cancel,
    cancelAll: () => {
      for (const key of entries.keys()) cancel(key);
    },
    forget: (keys) => {
      for (const key of keys) if (!isUnderWay(entries.get(key))) entries.delete(key);
      onChange();
    },
    stop: () => {
      for (const { controller } of entries.values()) controller?.abort();
    },
    list: () => new Map([...entries].map(([key, entry]) => [key, { ...entry }])),
  };
}
