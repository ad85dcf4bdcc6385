import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { readConfig } from '#server/config.ts';
import type { Config, Storage } from '#server/config.ts';

/** The settings for a place of its own in the bucket that the tests run on; none when they run on the disk. */
export function freshStorage(server = process.env['STORAGE_URL']): Record<string, string> {
  if (!server) return {};
  const url = new URL(server);
  url.pathname = `/test-${randomBytes(8).toString('hex')}`;
  return {
    STORAGE_URL: url.href,
    AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID'] ?? 'stowage-tests',
    AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY'] ?? 'stowage-tests',
  };
}

/** What is in a store, looked at and changed beside the program. */
export type Stored = {
  /** Of everything. */
  names: () => Promise<string[]>;
  /** Keys of finished blobs, sorted. */
  keys: () => Promise<string[]>;
  /** Keys of those that are in doubt. */
  inDoubt: () => Promise<string[]>;
  read: (key: string) => Promise<Buffer>;
  /** Also over one that is there. */
  write: (key: string, bytes: Buffer | string) => Promise<void>;
  remove: (key: string) => Promise<void>;
  /** Says of one, there or not, that it is in doubt. */
  doubt: (key: string) => Promise<void>;
  /** Takes away what says that this is the store, and answers what puts it back. */
  loseMark: () => Promise<() => Promise<void>>;
};

/** Of a configuration, or of the settings of one. */
export function storedIn(of: Config | Record<string, string>): Stored {
  const { storage, dataDir } = 'dataDir' in of ? (of as Config) : readConfig(of);
  return storage ? storedInBucket(storage, dataDir) : storedOnDisk(dataDir);
}

const keysAmong = (names: string[]) => names.flatMap((name) => /[0-9a-f]{32}$/.exec(name)?.[0] ?? []).toSorted();

function storedOnDisk(dataDir: string): Stored {
  const path = (key: string) => join(dataDir, 'blobs', key.slice(0, 2), key);
  const mark = join(dataDir, 'store-id');
  return {
    names: () => readdir(join(dataDir, 'blobs'), { recursive: true }),
    keys: async () => keysAmong(await readdir(join(dataDir, 'blobs'), { recursive: true })),
    inDoubt: () => readdir(join(dataDir, 'staging')),
    read: (key) => readFile(path(key)),
    async write(key, bytes) {
      await mkdir(join(path(key), '..'), { recursive: true });
      await writeFile(path(key), bytes);
    },
    remove: (key) => rm(path(key)),
    doubt: (key) => writeFile(join(dataDir, 'staging', key), 'half a f'),
    async loseMark() {
      await rename(mark, `${mark}.away`);
      return () => rename(`${mark}.away`, mark);
    },
  };
}

const clients = new Map<string, S3Client>();

function clientOf({ endpoint = '', region, credentials }: Storage): S3Client {
  const known = clients.get(endpoint);
  if (known) return known;
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  clients.set(endpoint, client);
  return client;
}

function storedInBucket(storage: Storage, dataDir: string): Stored {
  const client = clientOf(storage);
  const { bucket: Bucket, prefix } = storage;
  const object = (name: string) => ({ Bucket, Key: prefix + name });
  const names = async (below: string) => {
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = new ListObjectsV2Command({ Bucket, Prefix: prefix + below, ContinuationToken: after });
      const { Contents = [], NextContinuationToken } = await client.send(page);
      found.push(...Contents.map(({ Key = '' }) => Key));
      after = NextContinuationToken;
    } while (after !== undefined);
    return found;
  };
  const read = async (name: string) => {
    const { Body } = await client.send(new GetObjectCommand(object(name)));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };
  const write = async (name: string, bytes: Buffer | string) => {
    await client.send(new PutObjectCommand({ ...object(name), Body: bytes, ContentLength: Buffer.byteLength(bytes) }));
  };
  const remove = async (name: string) => {
    await client.send(new DeleteObjectCommand(object(name)));
  };
  return {
    names: () => names(''),
    keys: async () => keysAmong(await names('blobs/')),
    inDoubt: async () => keysAmong(await names('staging/')),
    read: (key) => read(`blobs/${key}`),
    write: (key, bytes) => write(`blobs/${key}`, bytes),
    remove: (key) => remove(`blobs/${key}`),
    async doubt(key) {
      const serverId = await readFile(join(dataDir, 'server-id'), 'utf8');
      await write(`staging/${serverId}/${key}`, '');
    },
    async loseMark() {
      const mark = await read('store-id');
      await remove('store-id');
      return () => write('store-id', mark);
    },
  };
}
