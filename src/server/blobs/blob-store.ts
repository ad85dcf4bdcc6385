import type { Readable } from 'node:stream';

/** Bytes that have arrived, but that no record names yet. */
export type StagedBlob = {
  /** 16 random bytes in hex, made here; never a file's name. */
  key: string;
  size: number;
  sha256: string;
  /** The first bytes, enough to tell what kind of file it is. */
  head: Buffer;
};

/** What a record says about a blob. */
export type BlobRecord = { key: string; size: number; sha256: string };

export type OpenBlob = {
  size: number;
  /** Another one whenever the bytes may have been touched. */
  stamp: string;
  /** The bytes from `start` to `end`, both included; the blob closes itself when the stream ends. */
  stream: (range: { start: number; end: number }) => Readable;
  /** All bytes at once, or those of a range, where they are few; closes the blob. */
  bytes: (range?: { start: number; end: number }) => Promise<Buffer>;
  close: () => Promise<void>;
  /** An address that hands out the bytes for a minute, under these headers, to whoever has it; where the settings want such. */
  address?: (headers: SignedHeaders) => Promise<string>;
};

export type SignedHeaders = { disposition: string; mediaType: string; cacheControl: string };

/**
 * Where bytes are kept. A step throws or it has happened.
 * The way in: `stage`, `publish`, then the caller commits the records, then `settle`. Whatever was not settled when the
 * process ended is looked at by `recover`.
 */
export type BlobStore = {
  /** Streams bytes in. Throws BlobTooLarge beyond `most` bytes; leaves nothing behind when it throws. `key` is given when a backup is restored. */
  stage: (bytes: AsyncIterable<Buffer>, most: number, key?: string) => Promise<StagedBlob>;
  /** Puts staged blobs where `open` finds them, flushed, under names that are flushed. */
  publish: (blobs: readonly StagedBlob[]) => Promise<void>;
  /** The records are committed: forgets that the blobs were ever in doubt. */
  settle: (blobs: readonly StagedBlob[]) => Promise<void>;
  /** The records will not be: removes the blobs, published or not; a store that is away removes them once it is back. */
  discard: (blobs: readonly StagedBlob[]) => Promise<void>;
  /** After a crash: removes blobs in doubt that no record names, as far as they are this process's own. Answers how many. */
  recover: (areNamed: (keys: string[]) => Promise<Set<string>>) => Promise<number>;
  open: (key: string) => Promise<OpenBlob | undefined>;
  /** Everything that is stored, in no order. What is in doubt has not been settled yet. */
  list: () => AsyncIterable<{ key: string; changedAt: Date; isInDoubt: boolean }>;
  /** Removing what is not there is fine. */
  remove: (key: string) => Promise<void>;
  /** Throws when the store does not answer. */
  check: () => Promise<void>;
};

/** Where bytes are to be kept, before it is known that they belong to this database. */
export type BlobPlace = {
  /** The setting that names it, and its value. */
  name: string;
  kind: 'folder' | 'bucket';
  /** The id of the database whose bytes these are, once it was set. */
  mark: () => Promise<string | undefined>;
  setMark: (id: string) => Promise<void>;
  /** Anything that is there, by its name, but for what an empty place may have. */
  found: () => Promise<string | undefined>;
  holdsFiles: () => Promise<boolean>;
  /** With a name, the store tells what this process sends from what others of the same server do, whose blobs in doubt it leaves alone. */
  open: (worker?: string) => Promise<BlobStore>;
};

export class BlobTooLarge extends Error {}

export const isBlobKey = (name: string) => /^[0-9a-f]{32}$/.test(name);

/** Enough for every signature `file-type` knows. */
export const headBytes = 4_100;
