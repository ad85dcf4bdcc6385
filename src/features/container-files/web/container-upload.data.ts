import { useSyncExternalStore } from 'react';
import type { Dropped } from '#web/read-dropped.ts';

/** Files that a page has received for a container. The frame around the screens shows the dialog that uploads them. */
export type ContainerUploadRequest = {
  containerId: number;
  dropped: Promise<Dropped>;
  /** Called when the dialog closes, with the files that were stored and linked. */
  onDone: (stored: readonly StoredDocument[]) => void;
};

export type StoredDocument = { id: number; filename: string };

let request: ContainerUploadRequest | undefined;
const listeners = new Set<() => void>();

function change(now: ContainerUploadRequest | undefined): void {
  request = now;
  for (const changed of listeners) changed();
}

/** Opens the dialog, and returns the files that were stored and linked when it has closed. */
export function uploadToContainer(containerId: number, dropped: Promise<Dropped>): Promise<readonly StoredDocument[]> {
  return new Promise((onDone) => change({ containerId, dropped, onDone }));
}

/** Closes the dialog. */
export function endContainerUpload(stored: readonly StoredDocument[]): void {
  const ended = request;
  change(undefined);
  ended?.onDone(stored);
}

/** Returns the open request, or undefined while the dialog is closed. */
export function useContainerUploadRequest(): ContainerUploadRequest | undefined {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => request,
  );
}
