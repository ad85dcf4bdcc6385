import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { filesContract } from '#features/files/files.contract.ts';
import { ownTexts } from '#features/files/files.texts.ts';
import { planRequests, sentOfEach, totalSize } from '#features/files/upload.rules.ts';
import { largestAtOnceBytes } from '#features/files/uploads.rules.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import { CallFailure, isAbort } from '#web/call-failure.ts';
import { call } from '#web/call.ts';
import { currentUserKey, reasonOf } from '#web/query-client.ts';
import { isReadable } from '#web/send-in-pieces.ts';
import type { NamedDuplicate } from './DuplicatesNotice.tsx';
import { filesKey, uploadsKey, uploadsQuery } from './files.data.ts';
import { makeTransfers } from './transfers.ts';
import type { TransferEnd, Transfers } from './transfers.ts';
import { makeUploadBook } from './upload-book.ts';
import type { UploadProgress } from './upload-book.ts';
import type { SelectedFile } from './use-selection.ts';

type TransferList = ReturnType<Transfers['list']>;

export type UploadOutcome =
  | { ended: 'stored' }
  | { ended: 'cancelled' }
  | { ended: 'failed'; reason: string | undefined };

export type Upload = {
  /** Missing while nothing is being sent. */
  progress: UploadProgress | undefined;
  /** Large files, each with its own way: those that are sent, and those that failed or were cancelled. */
  transfers: TransferList;
  start: (files: readonly SelectedFile[], fileTypeId: number) => Promise<UploadOutcome>;
  /** Goes on with an upload that was begun before. */
  goOn: (file: SelectedFile, begun: { id: string; received: number; file_type_id: number }) => Promise<UploadOutcome>;
  /** Sends a large file once more that has failed or was cancelled. */
  retry: (file: SelectedFile) => Promise<UploadOutcome>;
  cancel: () => void;
  control: Pick<Transfers, 'pause' | 'resume' | 'cancel' | 'forget'>;
};

/** The browser tells progress more often than anybody can read it. */
const shownEveryMs = 120;

type OnStored = (files: readonly SelectedFile[], duplicates: readonly NamedDuplicate[]) => void;

/**
 * Sends what was chosen: small files together, in several requests one after another when there are many; large ones in
 * pieces, side by side with them. `onStored` hears of everything that the server has acknowledged, so that what is left of
 * the selection is what is not stored. Not `useAction`, because the requests are one action together.
 */
export function useUpload(onStored: OnStored): Upload {
  const client = useQueryClient();
  const [book] = useState(makeUploadBook);
  const [progress, setProgress] = useState<UploadProgress>();
  const [transfers, setTransfers] = useState<TransferList>(new Map());
  const small = useRef<AbortController>(undefined);
  const isCancelled = useRef(false);
  const [engine] = useState(() =>
    makeTransfers(
      () => show(),
      (error, file) => explainFailure(error, [file]),
    ),
  );
  const shown = useRef(-Infinity);
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Whoever has left the page cannot see or stop it any more; what has arrived of large files waits at the server.
  useEffect(
    () => () => {
      small.current?.abort();
      engine.stop();
      clearTimeout(pending.current);
    },
    [engine],
  );

  function show(now = false): void {
    clearTimeout(pending.current);
    const at = performance.now();
    const wait = shown.current + shownEveryMs - at;
    if (wait > 0 && !now) {
      pending.current = setTimeout(() => show(true), wait);
      return;
    }
    shown.current = at;
    const list = engine.list();
    setTransfers(list);
    setProgress(book.read(list, at));
  }

  const store = (files: readonly SelectedFile[], duplicates: readonly NamedDuplicate[]) => {
    for (const { key } of files) book.note(key, { isStored: true });
    onStored(files, duplicates);
    show(true);
  };

  const sendTogether = async (files: readonly SelectedFile[], fileTypeId: number): Promise<UploadOutcome> => {
    const controller = new AbortController();
    small.current = controller;
    let request: SelectedFile[] = [];
    try {
      for (request of planRequests(files)) {
        const sizes = request.map((file) => file.size);
        const onProgress = (sentBytes: number) => {
          sentOfEach(sizes, Math.min(sentBytes, totalSize(request))).forEach((sent, place) =>
            book.note(request[place]?.key ?? -1, { sent }),
          );
          show();
        };
        onProgress(0);
        const options = { files: request, signal: controller.signal, onProgress };
        store(request, named(await call(filesContract.upload, { file_type_id: fileTypeId }, options)));
      }
      return { ended: 'stored' };
    } catch (error) {
      return isAbort(error)
        ? { ended: 'cancelled' }
        : { ended: 'failed', reason: await explainFailure(error, request) };
    } finally {
      small.current = undefined;
      for (const { key } of files) book.forget(key);
    }
  };

  const sendAlone = async (file: SelectedFile, sending: Promise<TransferEnd>): Promise<UploadOutcome> => {
    const end = await sending;
    if (end.ended !== 'stored') {
      book.forget(file.key);
      return end;
    }
    // It is not to be offered again until the server is asked.
    client.setQueryData(uploadsQuery.queryKey, (begun) => begun?.filter(({ id }) => id !== end.uploadId));
    store([file], named(end.stored));
    return { ended: 'stored' };
  };

  const press = async (
    files: readonly SelectedFile[],
    send: () => Promise<UploadOutcome>[],
  ): Promise<UploadOutcome> => {
    isCancelled.current = false;
    book.open(files);
    const outcomes = send();
    show(true);
    const ends = await Promise.all(outcomes);
    book.close();
    show(true);
    for (const queryKey of [filesKey, currentUserKey, uploadsKey]) void client.invalidateQueries({ queryKey });
    const worst = ends.find(({ ended }) => ended === 'failed') ?? ends.find(({ ended }) => ended === 'stored');
    return isCancelled.current || !worst ? { ended: 'cancelled' } : worst;
  };

  const alone = (file: SelectedFile, ...how: [number, { id: string; received: number }?]) =>
    sendAlone(file, engine.send(file, ...how));

  return {
    progress,
    transfers,
    start: (files, fileTypeId) =>
      press(files, () => {
        const together = files.filter((file) => file.size <= largestAtOnceBytes);
        const large = files.filter((file) => file.size > largestAtOnceBytes);
        return [
          ...(together.length > 0 ? [sendTogether(together, fileTypeId)] : []),
          ...large.map((file) => alone(file, fileTypeId)),
        ];
      }),
    goOn: (file, begun) => press([file], () => [alone(file, begun.file_type_id, begun)]),
    retry: (file) => press([file], () => [alone(file, engine.list().get(file.key)?.fileTypeId ?? 0)]),
    cancel: () => {
      isCancelled.current = true;
      small.current?.abort();
      engine.cancelAll();
    },
    control: engine,
  };
}

/** The answer names duplicates by id; people know files by name. */
function named({ files, duplicates }: AnswerOf<typeof filesContract.upload>): NamedDuplicate[] {
  const names = new Map(files.map((file) => [file.id, file.filename]));
  return duplicates.map(({ id, of }) => ({ id, filename: names.get(id) ?? '', of }));
}

/** A file that changed on disk and a lost connection look alike to the request; reading the files tells them apart. */
async function explainFailure(error: unknown, request: readonly SelectedFile[]): Promise<string | undefined> {
  const answered = error instanceof CallFailure && error.status !== 0;
  const lost = answered ? undefined : await firstUnreadable(request);
  return lost ? ownTexts.changedOnDisk(lost.name) : reasonOf(error);
}

async function firstUnreadable(files: readonly SelectedFile[]): Promise<SelectedFile | undefined> {
  for (const selected of files) if (!(await isReadable(selected.file))) return selected;
  return undefined;
}
