import { useCallback, useRef, useState } from 'react';
import { renamed } from '#features/files/upload/upload.rules.ts';
import { folderOf } from '#web/read-dropped.ts';

/** A file before its upload. See docs/specification.md#entities. */
export type SelectedFile = {
  /** Distinguishes two selections of the same file. */
  key: number;
  file: globalThis.File;
  originalName: string;
  name: string;
  size: number;
  /** The folder on the device, if it was chosen or dropped with one. */
  folder?: string;
};

export type SelectedFilesState = ReturnType<typeof useSelectedFiles>;

/** The files chosen so far, in the order they were chosen. */
export function useSelectedFiles() {
  const [files, setFiles] = useState<readonly SelectedFile[]>([]);
  const nextKey = useRef(0);

  /** Adds files under their own names, or under `name`. */
  const add = (picked: readonly globalThis.File[], name?: string) => {
    const added = picked.map((file): SelectedFile => {
      const folder = folderOf(file);
      return {
        key: nextKey.current++,
        file,
        originalName: file.name,
        name: name ?? file.name,
        size: file.size,
        ...(folder && { folder }),
      };
    });
    setFiles((now) => [...now, ...added]);
    return added;
  };
  // Stable functions: rows of a long list render only when their own file changes.
  const rename = useCallback((key: number, typed: string) => {
    setFiles((now) => now.map((file) => (file.key === key ? { ...file, name: renamed(file.name, typed) } : file)));
  }, []);
  const remove = useCallback((keys: readonly number[]) => {
    const gone = new Set(keys);
    setFiles((now) => now.filter((file) => !gone.has(file.key)));
  }, []);

  return { files, add, rename, remove };
}
