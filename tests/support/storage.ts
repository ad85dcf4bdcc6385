import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { readConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import type { Storage } from '#server/settings.ts';

/** Returns the settings for an unused prefix in the bucket of the tests; no settings when the tests run on the disk. */
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

/** Reads and changes a blob store without the product's code. */
export type Stored = {
  /** The names of all files or objects. */
  names: () => Promise<string[]>;
  /** Keys of finished blobs, sorted. */
  keys: () => Promise<string[]>;
  /** Keys of blobs that no transaction has committed yet. */
  stagedKeys: () => Promise<string[]>;
  /** Keys of multipart uploads that are neither complete nor aborted. */
  multipartUploads: () => Promise<string[]>;
  read: (key: string) => Promise<Buffer>;
  /** Creates or overwrites a blob. */
  write: (key: string, bytes: Buffer | string) => Promise<void>;
  remove: (key: string) => Promise<void>;
  /** Marks a key as uncommitted, as a process that crashed during an upload leaves it. The blob need not exist. */
  stage: (key: string) => Promise<void>;
  /** Removes the store's identification, as if the folder were not mounted. Returns a function that restores it. */
  removeStoreId: () => Promise<() => Promise<void>>;
};

/** Takes a configuration, or the settings of one. */
export function storedIn(of: Config | Record<string, string>): Stored {
  const { storage, dataDir } = 'dataDir' in of ? (of as Config) : readConfig(of);
  return storage ? storedInBucket(storage, dataDir) : storedOnDisk(dataDir);
}

const keysAmong = (names: string[]) => names.flatMap((name) => /[0-9a-f]{32}$/.exec(name)?.[0] ?? []).toSorted();

function storedOnDisk(dataDir: string): Stored {
  const path = (key: string) => join(dataDir, 'blobs', key.slice(0, 2), key);
  const storeId = join(dataDir, 'store-id');
  return {
    names: () => readdir(join(dataDir, 'blobs'), { recursive: true }),
    keys: async () => keysAmong(await readdir(join(dataDir, 'blobs'), { recursive: true })),
    stagedKeys: () => readdir(join(dataDir, 'staging')),
    multipartUploads: async () => [],
    read: (key) => readFile(path(key)),
    async write(key, bytes) {
      await mkdir(join(path(key), '..'), { recursive: true });
      await writeFile(path(key), bytes);
    },
    remove: (key) => rm(path(key)),
    stage: (key) => writeFile(join(dataDir, 'staging', key), 'half a f'),
    async removeStoreId() {
      await rename(storeId, `${storeId}.away`);
      return () => rename(`${storeId}.away`, storeId);
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
    stagedKeys: async () => keysAmong(await names('staging/')),
    async multipartUploads() {
      const { Uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket, Prefix: `${prefix}blobs/` }),
      );
      return keysAmong(Uploads.map(({ Key = '' }) => Key));
    },
    read: (key) => read(`blobs/${key}`),
    write: (key, bytes) => write(`blobs/${key}`, bytes),
    remove: (key) => remove(`blobs/${key}`),
    async stage(key) {
      const serverId = await readFile(join(dataDir, 'server-id'), 'utf8');
      await write(`staging/${serverId}/${key}`, '');
    },
    async removeStoreId() {
      const storeId = await read('store-id');
      await remove('store-id');
      return () => write('store-id', storeId);
    },
  };
}
