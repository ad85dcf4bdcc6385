import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { filesContract } from '#features/files/files.contract.ts';
import { ownTexts } from '#features/files/files.texts.ts';
import { addSample, planRequests, sentOfEach, totalSize } from '#features/files/upload.rules.ts';
import type { Sample } from '#features/files/upload.rules.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import { CallFailure, isAbort } from '#web/call-failure.ts';
import { call } from '#web/call.ts';
import { currentUserKey, reasonOf } from '#web/query-client.ts';
import type { NamedDuplicate } from './DuplicatesNotice.tsx';
import { filesKey } from './files.data.ts';
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
};

export type UploadOutcome =
  | { ended: 'stored' }
  | { ended: 'cancelled' }
  | { ended: 'failed'; reason: string | undefined };

export type Upload = {
  /** Missing while nothing is being sent. */
  progress: UploadProgress | undefined;
  start: (files: readonly SelectedFile[], fileTypeId: number) => Promise<UploadOutcome>;
  cancel: () => void;
};

/** The browser tells progress more often than anybody can read it. */
const shownEveryMs = 120;

/**
 * Sends the selection, in several requests one after another when it is long. `onStored` hears of each request that the
 * server has acknowledged, so that what is left of the selection is what is not stored. Not `useAction`, because the
 * requests are one action together.
 */
export function useUpload(
  onStored: (files: readonly SelectedFile[], duplicates: readonly NamedDuplicate[]) => void,
): Upload {
  const client = useQueryClient();
  const running = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<UploadProgress>();
  // Whoever has left the page cannot see or stop it any more.
  useEffect(() => () => running.current?.abort(), []);

  const send = async (request: SelectedFile[], fileTypeId: number, begun: UploadProgress, signal: AbortSignal) => {
    let { samples } = begun;
    let shownAt = -Infinity;
    const onProgress = (sentBytes: number) => {
      const at = performance.now();
      const sent = begun.sent + Math.min(sentBytes, totalSize(request));
      if (at - shownAt < shownEveryMs && sent < begun.total) return;
      shownAt = at;
      samples = addSample(samples, { at, sent });
      const each = sentOfEach(
        request.map((file) => file.size),
        sentBytes,
      );
      setProgress({
        ...begun,
        sent,
        samples,
        sentByKey: new Map(request.map(({ key }, index) => [key, each[index] ?? 0])),
      });
    };
    onProgress(0);
    const stored = await call(
      filesContract.upload,
      { file_type_id: fileTypeId },
      { files: request, signal, onProgress },
    );
    onStored(request, named(stored));
    return {
      ...begun,
      samples,
      sent: begun.sent + totalSize(request),
      storedFiles: begun.storedFiles + request.length,
    };
  };

  const start = async (files: readonly SelectedFile[], fileTypeId: number): Promise<UploadOutcome> => {
    const controller = new AbortController();
    running.current = controller;
    let now: UploadProgress = {
      sent: 0,
      total: totalSize(files),
      storedFiles: 0,
      allFiles: files.length,
      sentByKey: new Map(),
      samples: [],
    };
    let request: SelectedFile[] = [];
    try {
      for (request of planRequests(files)) now = await send(request, fileTypeId, now, controller.signal);
      return { ended: 'stored' };
    } catch (error) {
      return isAbort(error)
        ? { ended: 'cancelled' }
        : { ended: 'failed', reason: await explainFailure(error, request) };
    } finally {
      running.current = undefined;
      setProgress(undefined);
      void client.invalidateQueries({ queryKey: filesKey });
      void client.invalidateQueries({ queryKey: currentUserKey });
    }
  };

  return { progress, start, cancel: () => running.current?.abort() };
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
  for (const selected of files) {
    try {
      await selected.file.slice(0, 1).arrayBuffer();
    } catch {
      return selected;
    }
  }
  return undefined;
}
