import { useSyncExternalStore } from 'react';
import type { File } from '#features/files/files.contract.ts';
import { requiredContext } from '#web/required-context.ts';

/** What is selected at one moment. */
type Picked = {
  files: readonly File[];
  bytes: number;
  /** Somebody asked to select, by the button for touch screens, or has begun to. */
  isSelecting: boolean;
};

/**
 * The files selected on the files page. Kept beside React, so that a click draws its own checkbox and the bar again and
 * not the thousands of rows between them.
 */
export type FileSelection = {
  subscribe: (changed: () => void) => () => void;
  picked: () => Picked;
  has: (id: number) => boolean;
  set: (files: readonly File[], selected: boolean) => void;
  /** Begins to select without a file yet. */
  begin: () => void;
  /** Selects nothing and ends selecting. */
  clear: () => void;
};

/** Before anything was selected. */
export const untouched: Picked = { files: [], bytes: 0, isSelecting: false };

export function createFileSelection(): FileSelection {
  const byId = new Map<number, File>();
  const listeners = new Set<() => void>();
  let hasBegun = false;
  let picked = untouched;

  const tell = () => {
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
      tell();
    },
    begin: () => {
      hasBegun = true;
      tell();
    },
    clear: () => {
      hasBegun = false;
      byId.clear();
      tell();
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

/** How many of these files are selected. */
export function useSelectedCount(files: readonly File[]): number {
  const selection = useFileSelection();
  return useSyncExternalStore(selection.subscribe, () => files.filter((file) => selection.has(file.id)).length);
}
