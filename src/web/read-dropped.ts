export type Dropped = {
  files: globalThis.File[];
  /** The names of items that the browser could not read. */
  unreadable: string[];
};

/**
 * Returns all files of a drop, including those inside folders. Call it within the event: the browser empties the list
 * afterwards.
 */
export async function readDropped(transfer: DataTransfer): Promise<Dropped> {
  const found: Dropped = { files: [], unreadable: [] };
  const items = [...transfer.items].filter((item) => item.kind === 'file');
  const dropped = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  for (const { entry, file } of dropped) {
    // Only a folder has to be read; a file is already available.
    if (entry?.isDirectory) await readEntry(entry, found);
    else if (file) found.files.push(file);
  }
  return found;
}

/** The folders of dropped files. The browser exposes only those of files that a folder picker returned. */
const foldersOfDropped = new WeakMap<globalThis.File, string>();

/** Returns the folder in which a file was dropped or chosen, such as 'Incoming/2026'. Empty for a file without one. */
export const folderOf = (file: globalThis.File): string =>
  foldersOfDropped.get(file) ?? parentOf(file.webkitRelativePath ?? '');

const parentOf = (path: string) => path.split('/').slice(0, -1).join('/');

async function readEntry(entry: FileSystemEntry, found: Dropped): Promise<void> {
  try {
    if (isDirectory(entry)) for (const inside of await entriesOf(entry)) await readEntry(inside, found);
    else if (isFile(entry)) {
      const file = await new Promise<globalThis.File>((resolve, reject) => entry.file(resolve, reject));
      foldersOfDropped.set(file, parentOf(entry.fullPath.replace(/^\/+/, '')));
      found.files.push(file);
    }
  } catch {
    found.unreadable.push(entry.name);
  }
}

/** A directory reader returns about a hundred entries per call, and an empty list at the end. */
async function entriesOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const more = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (more.length === 0) return entries;
    entries.push(...more);
  }
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
