import { statSync } from 'node:fs';

/** The open file of the database has lost its name, so a restart would not find what is written to it. */
export class DatabaseFileLost extends Error {
  /** SQLite's 'cannot open', because a second connection could not open it. */
  readonly errcode = 14;

  constructor(path: string) {
    super(
      `${path} was deleted or replaced while it was in use. Stop the server, and put the file back or restore a backup`,
    );
  }
}

/**
 * Returns a function that throws DatabaseFileLost if the file of an open database, or that of its write-ahead log, was
 * deleted or replaced. It compares device and inode, as SQLite does without a write-ahead log.
 */
export function makeFileCheck(path: string): () => void {
  const logPath = `${path}-wal`;
  const database = identityOf(path);
  let log: string | undefined;
  return () => {
    if (identityOf(path) !== database) throw new DatabaseFileLost(path);
    const current = identityOf(logPath);
    if (log !== undefined && current !== log) throw new DatabaseFileLost(logPath);
    // The first access creates the log. It stays until the last connection closes.
    log = current;
  };
}

function identityOf(path: string): string | undefined {
  const status = statSync(path, { throwIfNoEntry: false });
  return status && `${status.dev}/${status.ino}`;
}
