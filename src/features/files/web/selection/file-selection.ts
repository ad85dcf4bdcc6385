import { useSyncExternalStore } from 'react';
import type { File } from '#features/files/core/files.contract.ts';
import { requiredContext } from '#web/required-context.ts';

/** A snapshot of the selection. */
type Picked = {
  files: readonly File[];
  bytes: number;
  /** Selection mode is on: by the button for touch screens, or because a file is selected. */
  isSelecting: boolean;
};

/** The initial state. */
export const untouched: Picked = { files: [], bytes: 0, isSelecting: false };

export type FileSelection = ReturnType<typeof createFileSelection>;

/**
 * The files selected on the files page. Stored outside React, so that a click renders only its own checkbox and the bar,
 * not thousands of rows.
 */
export function createFileSelection() {
  const byId = new Map<number, File>();
  const listeners = new Set<() => void>();
  let hasBegun = false;
  let picked = untouched;

  const notify = () => {
    const files = [...byId.values()];
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    picked = { files, bytes, isSelecting: hasBegun || files.length > 0 };
    for (const changed of listeners) changed();
  };

  return {
    subscribe: (changed: () => void) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    picked: () => picked,
    has: (id: number) => byId.has(id),
    set: (files: readonly File[], selected: boolean) => {
      for (const file of files) {
        if (selected) byId.set(file.id, file);
        else byId.delete(file.id);
      }
      notify();
    },
    /** Turns selection mode on without a file. */
    begin: () => {
      hasBegun = true;
      notify();
    },
    /** Clears the selection and turns selection mode off. */
    clear: () => {
      hasBegun = false;
      byId.clear();
      notify();
    },
  };
}

export const [FileSelectionContext, useFileSelection] = requiredContext<FileSelection>('the files page');

export function usePicked(selection: FileSelection): Picked {
  return useSyncExternalStore(selection.subscribe, selection.picked);
}

export function useIsSelected(id: number): boolean {
  const selection = useFileSelection();
  return useSyncExternalStore(selection.subscribe, () => selection.has(id));
}

/** Returns the number of these files that are selected. */
export function useSelectedCount(files: readonly File[]): number {
  const selection = useFileSelection();
  return useSyncExternalStore(selection.subscribe, () => files.filter((file) => selection.has(file.id)).length);
}
