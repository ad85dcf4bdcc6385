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

/**
 * The files selected on the files page. Stored outside React, so that a click renders only its own checkbox and the bar,
 * not thousands of rows.
 */
export type FileSelection = {
  subscribe: (changed: () => void) => () => void;
  picked: () => Picked;
  has: (id: number) => boolean;
  set: (files: readonly File[], selected: boolean) => void;
  /** Turns selection mode on without a file. */
  begin: () => void;
  /** Clears the selection and turns selection mode off. */
  clear: () => void;
};

/** The initial state. */
export const untouched: Picked = { files: [], bytes: 0, isSelecting: false };

export function createFileSelection(): FileSelection {
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
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    picked: () => picked,
    has: (id) => byId.has(id),
    set: (files, selected) => {
      for (const file of files) {
        if (selected) byId.set(file.id, file);
        else byId.delete(file.id);
      }
      notify();
    },
    begin: () => {
      hasBegun = true;
      notify();
    },
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
