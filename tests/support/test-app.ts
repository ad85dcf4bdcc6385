import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { readConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import type { Parts } from '#server/parts.ts';
import { buildApp } from '../../src/app/server/build-app.ts';
import { browserFolder, openParts } from '../../src/app/server/open-parts.ts';
import { assertDocumented } from './documented.ts';
import { freshSchema } from './postgres-schema.ts';
import { freshStorage } from './storage.ts';

export const adminPassword = 'harbour-crane-42';

/** A fresh product: an empty database, an empty store, a clock that can be set. */
export type TestApp = {
  app: FastifyInstance;
  parts: Parts;
  dataDir: string;
  /** What it was opened with. */
  environment: Environment;
  /** Moves the clock. */
  setNow: (moment: Date) => void;
  now: () => Date;
  close: () => Promise<void>;
};

export type Environment = Record<string, string>;

export async function openTestApp(environment: Environment = {}): Promise<TestApp> {
  const dataDir = environment['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'stowage-test-')));
  const schema = environment['DATABASE_URL'] === undefined ? await freshSchema(process.env['DATABASE_URL']) : undefined;
  const all: Environment = {
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: adminPassword,
    WORKERS: '1',
    ...(schema ? { DATABASE_URL: schema.url } : {}),
    ...(environment['STORAGE_URL'] === undefined ? freshStorage() : {}),
    ...environment,
  };
  const config: Config = readConfig(all);
  // Real time by default, so that what depends on ages behaves as it does in use.
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const { parts, close } = await openParts(config, log, now);
  const app = await buildApp(parts, browserFolder);
  checkAnswers(app);
  return {
    app,
    parts,
    dataDir,
    environment: all,
    now,
    setNow: (moment) => {
      offsetMs = moment.getTime() - Date.now();
    },
    close: async () => {
      await app.close();
      await close();
      await schema?.drop();
      if (!environment['DATA_DIR']) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What a test asks is answered as the API document says, or the test fails. */
function checkAnswers(app: FastifyInstance): void {
  const inject = app.inject.bind(app) as (asked: InjectOptions) => Promise<LightMyRequestResponse>;
  const checked = async (asked: InjectOptions) => {
    const answer = await inject(asked);
    const { statusCode, headers } = answer;
    // A stream is read by whoever asked for it.
    const body = asked.payloadAsStream ? {} : { body: answer.body };
    assertDocumented({ method: asked.method ?? 'GET', url: asked.url as string }, { statusCode, headers, ...body });
    return answer;
  };
  Object.assign(app, { inject: checked });
}

/** Opens a product before the tests of a block and closes it after them. */
export function useTestApp(environment: Environment = {}): TestApp {
  const handle = {} as TestApp;
  before(async () => {
    Object.assign(handle, await openTestApp(environment));
  });
  after(() => handle.close());
  return handle;
}

export const randomName = () => randomBytes(6).toString('hex');
