import type { BackupTarget } from '#server/settings.ts';

export type Source = { size: number; bytes: AsyncIterable<Buffer> };

/** A folder or a bucket with named objects. Each method either throws or has taken effect, also after a power failure. */
export type Target = {
  /** The address for messages, without credentials. */
  name: string;
  /** Creates or replaces an object. It is visible only when it is complete. Leaves nothing behind if it throws. */
  write: (name: string, source: Source) => Promise<void>;
  /** Returns the bytes of an object, or undefined if there is none. */
  open: (name: string) => Promise<AsyncIterable<Buffer> | undefined>;
  /** Lists objects in batches, in no order. */
  list: (below: string) => AsyncIterable<{ name: string; size: number }[]>;
  remove: (name: string) => Promise<void>;
  /** Removes the leftovers of interrupted writes. No other process may write at the same time. */
  removeLeftovers: () => Promise<void>;
};

export function once(content: string | Buffer): Source {
  const bytes = Buffer.from(content as string);
  return {
    size: bytes.length,
    bytes: (async function* () {
      yield bytes;
    })(),
  };
}

export type ObjectReader = Pick<Target, 'open'>;
export type ObjectWriter = Pick<Target, 'write'>;

/** Returns the address of a target without credentials. */
export function targetName(target: BackupTarget): string {
  if ('folder' in target) return target.folder;
  const { bucket, prefix, endpoint } = target.storage;
  return `s3://${bucket}/${prefix}${endpoint ? ` (${new URL(endpoint).host})` : ''}`;
}
