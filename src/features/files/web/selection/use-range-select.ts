import { useCallback, useLayoutEffect, useRef } from 'react';
import type { File } from '#features/files/core/files.contract.ts';
import { useFileSelection } from './file-selection.ts';

export type SelectFile = (file: File, selected: boolean, upToLast: boolean) => void;

/**
 * Selects a file of a group or, with shift, all files between it and the previous one. A stable function, so that rows do
 * not render again when their group grows.
 */
export function useRangeSelect(files: readonly File[]): SelectFile {
  const selection = useFileSelection();
  const shown = useRef(files);
  const last = useRef<number>(undefined);
  useLayoutEffect(() => {
    shown.current = files;
  });

  return useCallback(
    (file, selected, upToLast) => {
      const indexOf = (id: number | undefined) => shown.current.findIndex((one) => one.id === id);
      const from = upToLast ? indexOf(last.current) : -1;
      const to = indexOf(file.id);
      last.current = file.id;
      const isRange = from >= 0 && to >= 0;
      selection.set(isRange ? shown.current.slice(Math.min(from, to), Math.max(from, to) + 1) : [file], selected);
    },
    [selection],
  );
}
