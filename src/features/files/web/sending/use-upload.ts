import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { fileTypesQuery } from '#features/file-types/web/file-types.data.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { ownTexts } from '#features/files/core/files.texts.ts';
import { largestAtOnceBytes } from '#features/files/upload/resumable-upload.rules.ts';
import { planRequests, sentOfEach, totalSize } from '#features/files/upload/upload.rules.ts';
import { teamsQuery } from '#features/teams/web/teams.data.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import { CallFailure, isAbort } from '#web/call-failure.ts';
import { call } from '#web/call.ts';
import { currentUserKey, reasonOf } from '#web/query-client.ts';
import { filesKey } from '#web/query-keys.ts';
import { isReadable } from '#web/send-in-pieces.ts';
import { uploadsKey, uploadsQuery } from '../files.data.ts';
import type { NamedDuplicate } from '../upload/DuplicatesNotice.tsx';
import type { SelectedFile } from '../upload/use-selected-files.ts';
import { makeTransfers } from './transfers.ts';
import type { StoredUpload, TransferEnd, Transfers, UploadTarget } from './transfers.ts';
import { makeUploadProgressStore } from './upload-progress-store.ts';
import type { UploadProgress } from './upload-progress-store.ts';

export type { UploadTarget };

export type UploadOutcome =
  | { ended: 'stored' }
  | { ended: 'cancelled' }
  | { ended: 'failed'; reason: string | undefined };

/** The browser fires progress events more often than the screen needs them. */
const shownEveryMs = 120;

type OnStored = (files: readonly SelectedFile[], duplicates: readonly NamedDuplicate[], answer: StoredUpload) => void;

/**
 * Uploads the selected files: small ones together, in sequential requests if there are many, and large ones as resumable
 * uploads at the same time. `onStored` is called for each file that the server has acknowledged, so that the selection keeps
 * only files that are not stored. It does not use `useAction`, because all requests are one action.
 */
export function useUpload(onStored: OnStored) {
  const client = useQueryClient();
  const [progressStore] = useState(makeUploadProgressStore);
  const [progress, setProgress] = useState<UploadProgress>();
  const [transfers, setTransfers] = useState<ReturnType<Transfers['list']>>(new Map());
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
  // Once the page is closed, the user cannot see or stop an upload. Received bytes of large files stay on the server.
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
    setProgress(progressStore.read(list, at));
  }

  const markStored = (files: readonly SelectedFile[], answer: StoredUpload) => {
    for (const { key } of files) progressStore.mark(key, { isStored: true });
    onStored(files, named(answer), answer);
    show(true);
  };

  const sendTogether = async (
    files: readonly SelectedFile[],
    input: { file_type_id: number } & UploadTarget,
  ): Promise<UploadOutcome> => {
    const controller = new AbortController();
    small.current = controller;
    let request: SelectedFile[] = [];
    try {
      for (request of planRequests(files)) {
        const sizes = request.map((file) => file.size);
        const onProgress = (sentBytes: number) => {
          sentOfEach(sizes, Math.min(sentBytes, totalSize(request))).forEach((sent, index) =>
            progressStore.mark(request[index]?.key ?? -1, { sent }),
          );
          show();
        };
        onProgress(0);
        const options = { files: request, signal: controller.signal, onProgress };
        markStored(request, await call(filesContract.upload, { ...input, ...foldersOf(request) }, options));
      }
      return { ended: 'stored' };
    } catch (error) {
      return isAbort(error)
        ? { ended: 'cancelled' }
        : { ended: 'failed', reason: await explainFailure(error, request) };
    } finally {
      small.current = undefined;
      for (const { key } of files) progressStore.forget(key);
    }
  };

  /** Sends small files one type after the other, because a request has one type. */
  const sendByType = async (
    files: readonly SelectedFile[],
    typeOf: (file: SelectedFile) => number | undefined,
    target: UploadTarget,
  ): Promise<UploadOutcome> => {
    for (const [type, ofType] of Map.groupBy(files, typeOf)) {
      const outcome = await sendTogether(ofType, { file_type_id: type ?? 0, ...target });
      if (outcome.ended !== 'stored') return outcome;
    }
    return { ended: 'stored' };
  };

  const sendAlone = async (file: SelectedFile, sending: Promise<TransferEnd>): Promise<UploadOutcome> => {
    const end = await sending;
    if (end.ended !== 'stored') {
      progressStore.forget(file.key);
      return end;
    }
    // Hides the finished upload from the resume notice until the next fetch.
    client.setQueryData(uploadsQuery.queryKey, (uploads) => uploads?.filter(({ id }) => id !== end.uploadId));
    markStored([file], end.stored);
    return { ended: 'stored' };
  };

  const press = async (
    files: readonly SelectedFile[],
    send: () => Promise<UploadOutcome>[],
  ): Promise<UploadOutcome> => {
    isCancelled.current = false;
    progressStore.open(files);
    const outcomes = send();
    show(true);
    const ends = await Promise.all(outcomes);
    progressStore.close();
    show(true);
    const failed = ends.find(({ ended }) => ended === 'failed');
    // The chosen file type or team may no longer exist.
    const choices = failed ? [fileTypesQuery.queryKey, teamsQuery.queryKey] : [];
    for (const queryKey of [filesKey, currentUserKey, uploadsKey, ...choices])
      void client.invalidateQueries({ queryKey });
    const worst = failed ?? ends.find(({ ended }) => ended === 'stored');
    return isCancelled.current || !worst ? { ended: 'cancelled' } : worst;
  };

  const alone = (file: SelectedFile, ...how: [number, UploadTarget, { id: string; received: number }?]) =>
    sendAlone(file, engine.send(file, ...how));

  return {
    /** Undefined while no upload is active. */
    progress,
    /** The transfers of large files: active, failed and cancelled ones. */
    transfers,
    /** Every file must have a type. */
    start: (
      files: readonly SelectedFile[],
      typeOf: (file: SelectedFile) => number | undefined,
      target: UploadTarget = {},
    ) =>
      press(files, () => {
        const together = files.filter((file) => file.size <= largestAtOnceBytes);
        const large = files.filter((file) => file.size > largestAtOnceBytes);
        return [
          ...(together.length > 0 ? [sendByType(together, typeOf, target)] : []),
          ...large.map((file) => alone(file, typeOf(file) ?? 0, target)),
        ];
      }),
    /** Resumes an unfinished upload. */
    goOn: (file: SelectedFile, unfinished: { id: string; received: number; file_type_id: number }) =>
      press([file], () => [alone(file, unfinished.file_type_id, {}, unfinished)]),
    /** Retries a failed or cancelled transfer. Without a chosen type, with its earlier one. */
    retry: (file: SelectedFile, fileTypeId: number | undefined, target: UploadTarget) => {
      const known = engine.list().get(file.key);
      return press([file], () => [alone(file, fileTypeId ?? known?.fileTypeId ?? 0, target)]);
    },
    cancel: () => {
      isCancelled.current = true;
      small.current?.abort();
      engine.cancelAll();
    },
    control: engine,
  };
}

/** Returns the folders of the files, if any file has one. */
function foldersOf(files: readonly SelectedFile[]): { folders?: string } {
  if (!files.some(({ folder }) => folder)) return {};
  return { folders: JSON.stringify(files.map(({ folder = '' }) => folder)) };
}

/** Adds names to the duplicates, which the response identifies by id. */
function named({ files, duplicates }: AnswerOf<typeof filesContract.upload>): NamedDuplicate[] {
  const names = new Map(files.map((file) => [file.id, file.filename]));
  return duplicates.map(({ id, of }) => ({ id, filename: names.get(id) ?? '', of }));
}

/** The request fails in the same way for a changed file and a lost connection. Reading the files distinguishes both. */
async function explainFailure(error: unknown, request: readonly SelectedFile[]): Promise<string | undefined> {
  const answered = error instanceof CallFailure && error.status !== 0;
  const lost = answered ? undefined : await firstUnreadable(request);
  return lost ? ownTexts.changedOnDisk(lost.name) : reasonOf(error);
}

async function firstUnreadable(files: readonly SelectedFile[]): Promise<SelectedFile | undefined> {
  for (const selected of files) if (!(await isReadable(selected.file))) return selected;
  return undefined;
}
