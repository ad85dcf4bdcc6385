import { readdirSync, unlinkSync } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

// What arrives slowly waits on the disk, not in memory: so many uploads at once cost files, and no more memory than the
// parts that are being sent.

export const partBytes = 8 * 1024 * 1024;

// One part is gathered while the one before it is waiting to be sent.
const kept = 2;

const prefix = 'spool-';

/** Removes what processes left that were killed before their spool had lost its name; for whoever holds the data folder alone. */
export function removeSpools(dataDir: string): void {
  for (const name of readdirSync(dataDir)) if (name.startsWith(prefix)) unlinkSync(join(dataDir, name));
}

/** A file that loses its name at once: its bytes go with the process, however that ends. */
export class PartSpool {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(dataDir: string, key: string): Promise<PartSpool> {
    const path = join(dataDir, prefix + key);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return new PartSpool(file);
  }

  /** Adds bytes to a part that has `at` bytes already. A part is forgotten when the second one after it is begun. */
  async write(part: number, at: number, bytes: Buffer): Promise<void> {
    const start = (part % kept) * partBytes + at;
    for (let written = 0; written < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, start + written);
      written += bytesWritten;
    }
  }

  async read(part: number, size: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(size);
    for (let read = 0; read < size;) {
      const { bytesRead } = await this.#file.read(bytes, read, size - read, (part % kept) * partBytes + read);
      if (bytesRead === 0) throw new Error('what was spooled is gone');
      read += bytesRead;
    }
    return bytes;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
