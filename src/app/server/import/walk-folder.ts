import { lstat, readdir } from 'node:fs/promises';
import { sep } from 'node:path';

/** An entry of a folder that is walked. Names are bytes on Linux; `path` reads them as UTF-8. */
export type Found =
  | { kind: 'file'; bytes: Buffer; path: string; size: number; isExact: boolean }
  | { kind: 'link' | 'special'; path: string }
  | { kind: 'unreadable'; path: string; code: string };

/**
 * Returns all files below a folder, each folder in the order of its names, and the entries that cannot be read as files.
 * Never follows a symbolic link. `leaveOut` is a folder to pass over.
 */
export async function* walkFolder(root: Buffer, leaveOut: { dev: number; ino: number }): AsyncGenerator<Found> {
  // A stack instead of a recursion: folders may be deeper than the stack of the process.
  const open: { bytes: Buffer; path: string; isExact: boolean }[] = [{ bytes: root, path: '', isExact: true }];
  for (let folder = open.pop(); folder; folder = open.pop()) {
    const names = await namesIn(folder.bytes);
    if (typeof names === 'string') {
      yield { kind: 'unreadable', path: `${folder.path}/`, code: names };
      continue;
    }
    const inside: typeof open = [];
    for (const name of names) {
      const text = name.toString();
      const bytes = Buffer.concat([folder.bytes, Buffer.from(sep), name]);
      const path = folder.path === '' ? text : `${folder.path}/${text}`;
      const isExact = folder.isExact && Buffer.from(text).equals(name);
      const status = await lstat(bytes).catch((error: NodeJS.ErrnoException) => error.code ?? 'unknown');
      if (typeof status === 'string') yield { kind: 'unreadable', path, code: status };
      else if (status.isDirectory()) {
        if (status.dev !== leaveOut.dev || status.ino !== leaveOut.ino) inside.push({ bytes, path, isExact });
      } else if (status.isFile()) yield { kind: 'file', bytes, path, size: status.size, isExact };
      else yield { kind: status.isSymbolicLink() ? 'link' : 'special', path };
    }
    open.push(...inside.toReversed());
  }
}

/** Returns the sorted names, or the code of the error. */
async function namesIn(folder: Buffer): Promise<Buffer[] | string> {
  try {
    const names = await readdir(folder, { encoding: 'buffer' });
    return names.toSorted((one, other) => one.compare(other));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
