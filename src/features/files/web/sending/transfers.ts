import { uploadsContract } from '#features/files/upload/resumable-upload.contract.ts';
import { maxAtOnce, pieceBytes, waitBeforeTryMs } from '#features/files/upload/resumable-upload.rules.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import { CallFailure, isAbort } from '#web/call-failure.ts';
import { call } from '#web/call.ts';
import { sendInPieces } from '#web/send-in-pieces.ts';
import type { SelectedFile } from '../upload/use-selected-files.ts';

/** The transfer of a large file. `waiting`: the connection is lost; the transfer continues when it is back. */
export type Transfer = {
  state: 'queued' | 'sending' | 'waiting' | 'paused' | 'failed' | 'cancelled';
  /** Sent bytes. */
  sent: number;
  /** The reason of a failure, if known. */
  reason?: string | undefined;
  /** The upload was begun on an earlier page, which chose its type and its target. */
  isResumed: boolean;
};

/** A container to link the file to, and its team. Without a team it is that of the user. */
export type UploadTarget = { container_id?: number | undefined; team_id?: number | undefined };

export type StoredUpload = AnswerOf<typeof uploadsContract.file>;

export type TransferEnd =
  | { ended: 'stored'; stored: StoredUpload; uploadId: string | undefined }
  | { ended: 'cancelled' }
  | { ended: 'failed'; reason: string | undefined };

type Entry = Transfer & {
  selected: SelectedFile;
  fileTypeId: number;
  target: UploadTarget;
  /** The id of the upload on the server, once it has one. */
  uploadId: string | undefined;
  controller: AbortController | undefined;
  end: (how: TransferEnd) => void;
};

export type Transfers = ReturnType<typeof makeTransfers>;

const slots = new Set<Transfer['state']>(['sending', 'waiting']);
const underWay = new Set<Transfer['state']>([...slots, 'queued', 'paused']);

export const isUnderWay = (transfer: Transfer | undefined): boolean =>
  transfer !== undefined && underWay.has(transfer.state);

const pathOf = (id: string) => uploadsContract.progress.path.replace(':id', id);
const idOf = (path: string) => path.split('/').at(-1);

async function remove(uploadId: string | undefined): Promise<void> {
  // If this fails, the server removes the upload after a day.
  if (uploadId) await call(uploadsContract.remove, { id: uploadId }).catch(() => undefined);
}

/** The type and the team of an upload are fixed at its start, so an upload with one of these refusals cannot continue. */
const finalCodes = new Set<string | undefined>(['file_type.unknown', 'team.unknown', 'file.move_denied']);

/** The server stores a continued upload with the type and the target of its start. */
const isContinuedBy = (known: Entry, fileTypeId: number, target: UploadTarget): boolean =>
  known.uploadId !== undefined &&
  (known.isResumed ||
    (known.fileTypeId === fileTypeId &&
      known.target.container_id === target.container_id &&
      known.target.team_id === target.team_id));

const isFinal = (error: unknown) => error instanceof CallFailure && finalCodes.has(error.failure.code);

/** The transfers of large files; at most three are active at a time. `explain` returns the message for a failure. */
export function makeTransfers(
  onChange: () => void,
  explain: (error: unknown, file: SelectedFile) => Promise<string | undefined>,
) {
  const entries = new Map<number, Entry>();

  const change = (entry: Entry, now: Partial<Entry>) => {
    Object.assign(entry, now);
    onChange();
  };

  function next(): void {
    const all = [...entries.values()];
    const free = maxAtOnce - all.filter((entry) => slots.has(entry.state)).length;
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
      // The code that stopped the transfer has already set its state.
      if (!isAbort(error)) {
        const { uploadId } = entry;
        if (isFinal(error)) change(entry, { uploadId: undefined, sent: 0 });
        // Awaited, so that the next list of unfinished uploads is without it.
        const [reason] = await Promise.all([explain(error, entry.selected), !entry.uploadId && remove(uploadId)]);
        change(entry, { state: 'failed', reason });
        entry.end({ ended: 'failed', reason });
      }
    }
    onChange();
    next();
  }

  async function sendWhole(entry: Entry, signal: AbortSignal): Promise<StoredUpload> {
    const { selected, fileTypeId, target, uploadId } = entry;
    await sendInPieces(selected.file, {
      endpoint: uploadsContract.create.path,
      url: uploadId && pathOf(uploadId),
      metadata: {
        filename: selected.name,
        original_name: selected.originalName,
        modified_at: new Date(selected.file.lastModified).toISOString(),
        file_type_id: String(fileTypeId),
        ...(selected.folder && { folder: selected.folder }),
        ...(target.team_id !== undefined && { team_id: String(target.team_id) }),
        ...(target.container_id !== undefined && { container_id: String(target.container_id) }),
      },
      pieceBytes,
      waitMs: waitBeforeTryMs,
      signal,
      onCreated: (url) => {
        // The answer can arrive after the transfer was cancelled, or resumed: a resumed one has created another upload.
        if (signal.aborted && entry.state !== 'paused') void remove(idOf(url));
        else change(entry, { uploadId: idOf(url) });
      },
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

  /** Cancels a transfer and removes its upload from the server. */
  function cancel(key: number): void {
    const entry = entries.get(key);
    if (!entry || !isUnderWay(entry)) return;
    const { uploadId } = entry;
    halt(entry, { state: 'cancelled', sent: 0, uploadId: undefined });
    void remove(uploadId);
    entry.end({ ended: 'cancelled' });
  }

  return {
    /**
     * Queues a file. Continues an unfinished upload if one is given or known for this file. If the user has chosen another type
     * or target since, the known one is removed and the file is sent again from its first byte.
     */
    send: (
      selected: SelectedFile,
      fileTypeId: number,
      target: UploadTarget,
      unfinished?: { id: string; received: number },
    ) =>
      new Promise<TransferEnd>((end) => {
        const known = entries.get(selected.key);
        const continued = known && isContinuedBy(known, fileTypeId, target) ? known : undefined;
        if (!continued) void remove(known?.uploadId);
        entries.set(selected.key, {
          selected,
          fileTypeId: continued?.fileTypeId ?? fileTypeId,
          target: continued?.target ?? target,
          uploadId: unfinished?.id ?? continued?.uploadId,
          isResumed: unfinished !== undefined || continued?.isResumed === true,
          sent: unfinished?.received ?? continued?.sent ?? 0,
          state: 'queued',
          controller: undefined,
          end,
        });
        onChange();
        next();
      }),
    pause: (key: number) => {
      const entry = entries.get(key);
      if (entry && isUnderWay(entry)) halt(entry, { state: 'paused' });
    },
    resume: (key: number) => {
      const entry = entries.get(key);
      if (entry?.state === 'paused') change(entry, { state: 'queued' });
      next();
    },
    cancel,
    cancelAll: () => {
      for (const key of entries.keys()) cancel(key);
    },
    /** Removes failed and cancelled transfers from the list. */
    forget: (keys: readonly number[]) => {
      for (const key of keys) if (!isUnderWay(entries.get(key))) entries.delete(key);
      onChange();
    },
    /** Stops sending. The received bytes stay on the server. */
    stop: () => {
      for (const { controller } of entries.values()) controller?.abort();
    },
    list: (): ReadonlyMap<number, Readonly<Entry>> => new Map([...entries].map(([key, entry]) => [key, { ...entry }])),
  };
}
