import { readdirSync, unlinkSync } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

// Uploads buffer on the disk, not in memory. Many slow uploads at once then need disk space, and only the memory of the
// parts that are being sent.

export const partBytes = 8 * 1024 * 1024;

// One part is written while the previous one waits to be sent.
const partsInFile = 2;

const prefix = 'spool-';

/**
 * Removes spool files of processes that were killed before they unlinked them. The caller must hold the data folder
 * exclusively.
 */
export function removeSpools(dataDir: string): void {
  for (const name of readdirSync(dataDir)) if (name.startsWith(prefix)) unlinkSync(join(dataDir, name));
}

/**
 * A file that is unlinked immediately after it is opened. The kernel frees its space when the process ends, also after
 * a crash.
 */
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

  /** Appends bytes to a part that already has `at` bytes. Part n overwrites part n - 2. */
  async write(part: number, at: number, bytes: Buffer): Promise<void> {
    const start = (part % partsInFile) * partBytes + at;
    for (let written = 0; written < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, start + written);
      written += bytesWritten;
    }
  }

  async read(part: number, size: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(size);
    for (let read = 0; read < size;) {
      const { bytesRead } = await this.#file.read(bytes, read, size - read, (part % partsInFile) * partBytes + read);
      if (bytesRead === 0) throw new Error('the spool file is shorter than expected');
      read += bytesRead;
    }
    return bytes;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
