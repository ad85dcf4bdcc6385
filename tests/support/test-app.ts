import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { CannotStart, readConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { buildApp } from '../../src/app/server/build-app.ts';
import { browserFolder, openContext } from '../../src/app/server/open-context.ts';
import { assertDocumented } from './documented.ts';
import { createPreparedDatabase, writePreparedFile } from './prepared-database.ts';
import type { PreparedDatabase } from './prepared-database.ts';
import { freshStorage } from './storage.ts';

export const adminPassword = 'harbour-crane-42';

/** A fresh product: an empty database, an empty store, a clock that can be set. */
export type TestApp = {
  app: FastifyInstance;
  ctx: Context;
  dataDir: string;
  /** The settings that it was opened with. */
  environment: Environment;
  /** Moves the clock. */
  setNow: (moment: Date) => void;
  now: () => Date;
  close: () => Promise<void>;
};

export type Environment = Record<string, string>;

export async function openTestApp(environment: Environment = {}): Promise<TestApp> {
  const dataDir = environment['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'stowage-test-')));
  const chosen: Environment = {
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: adminPassword,
    WORKERS: '1',
    ...(environment['STORAGE_URL'] === undefined ? freshStorage() : {}),
    ...environment,
  };
  let database: PreparedDatabase | undefined;
  const removeData = async () => {
    await database?.drop();
    if (!environment['DATA_DIR']) await rm(dataDir, { recursive: true, force: true });
  };
  // The clock runs, so that ages and timeouts behave as in production.
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const open = async () => {
    database = await newDatabase(chosen, environment);
    if (database) chosen['DATABASE_URL'] = database.url;
    return openProduct(readConfig(chosen), log, now);
  };
  let product: Product | undefined = await open().catch(async (error: unknown) => {
    await removeData();
    throw error;
  });
  const test: TestApp = {
    app: product.app,
    ctx: product.ctx,
    dataDir,
    environment: chosen,
    now,
    setNow: (moment) => {
      offsetMs = moment.getTime() - Date.now();
    },
    close: async () => {
      if (!product) return;
      await product.app.close();
      await product.close();
      await removeData();
      product = undefined;
      forget(test);
    },
  };
  return test;
}

type Product = { app: FastifyInstance; ctx: Context; close: () => Promise<void> };

async function openProduct(config: Config, log: pino.Logger, now: () => Date): Promise<Product> {
  const { ctx, close } = await openContext(config, log, now);
  const app = await buildApp(ctx, browserFolder);
  checkResponses(app);
  return { app, ctx, close };
}

/**
 * Removes the references to a closed product. The test runner keeps every hook until the process ends, and a hook refers
 * to this object: several hundred products would take a gigabyte of memory, in which garbage is collected slowly.
 */
function forget(test: TestApp): void {
  for (const name of ['app', 'ctx']) Reflect.deleteProperty(test, name);
}

/** Prepares the database of a new product, unless the caller names an existing one. Returns it if it is on a server. */
async function newDatabase(settings: Environment, given: Environment): Promise<PreparedDatabase | undefined> {
  if (given['DATABASE_URL']) return undefined;
  const server = process.env['DATABASE_URL'];
  if (server && given['DATABASE_URL'] === undefined) return createPreparedDatabase(server, settings);
  if (given['DATA_DIR'] === undefined) await writePreparedFile(settings);
  return undefined;
}

/**
 * Returns the message with which a server with these settings refuses to start. It opens the context in this process: a
 * start as a process, which prints the same message, takes twenty times as long.
 */
export async function refusedStart(environment: Environment): Promise<string> {
  const opened = await openTestApp(environment).catch((error: unknown) => {
    if (error instanceof CannotStart) return error;
    throw error;
  });
  if (opened instanceof CannotStart) return opened.message;
  await opened.close();
  return 'it started';
}

/** Makes every injected request throw if its response does not match the API document. */
function checkResponses(app: FastifyInstance): void {
  const inject = app.inject.bind(app) as (asked: InjectOptions) => Promise<LightMyRequestResponse>;
  const checked = async (asked: InjectOptions) => {
    const answer = await inject(asked);
    const { statusCode, headers } = answer;
    // The caller reads the stream.
    const body = asked.payloadAsStream ? {} : { body: answer.body };
    assertDocumented({ method: asked.method ?? 'GET', url: asked.url as string }, { statusCode, headers, ...body });
    return answer;
  };
  Object.assign(app, { inject: checked });
}

/** Opens a product before the tests of the current block and closes it after them. */
export function useTestApp(environment: Environment = {}): TestApp {
  const handle = {} as TestApp;
  before(async () => {
    Object.assign(handle, await openTestApp(environment));
  });
  after(async () => {
    await handle.close();
    forget(handle);
  });
  return handle;
}

export const randomName = () => randomBytes(6).toString('hex');
