import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { instant } from '#shared/fields.ts';
import { warningKinds } from './system.rules.ts';

const place = { files: z.number(), bytes: z.number() };

const round = z.object({ name: z.string(), began_at: instant, took_ms: z.number(), failed: z.boolean() });
export type LastRound = z.infer<typeof round>;

const system = z.object({
  version: z.string(),
  node: z.string(),
  /** When the process that answers was started. */
  started_at: instant,
  database: z.object({
    kind: z.enum(['SQLite', 'PostgreSQL']),
    version: z.string(),
    bytes: z.number(),
    answer_ms: z.number(),
  }),
  store: z.object({
    kind: z.enum(['folder', 'bucket']),
    /** Without its keys. */
    place: z.string(),
    /** Of files, those in the trash included, and their earlier versions. */
    ...place,
    /** Null when it does not answer. */
    answer_ms: z.number().nullable(),
  }),
  /** Of the data folder, in bytes. */
  disk: z.object({ total: z.number(), free: z.number() }),
  people: z.object({ users: z.number(), active: z.number() }),
  /** Contents that wait to be read for search and previews, and those that could not be. */
  readings: z.object({ waiting: z.number(), failed: z.number() }),
  /** Whether a mail server is set. */
  mail: z.boolean(),
  /** What the server does by itself, as it was the last time. */
  rounds: z.array(round),
  /** The last that was completed; `problems` counts stored files that were missing or damaged. */
  backup: z.object({ at: instant, took_ms: z.number(), ...place, problems: z.number() }).nullable(),
  /** The last time every stored file was read. */
  verify: z.object({ at: instant, by: z.enum(['night', 'command']), ...place, problems: z.number() }).nullable(),
  /** Stored files that are known to be missing or damaged now. */
  damaged: z.number(),
  warnings: z.array(z.enum(warningKinds)),
});
export type System = z.infer<typeof system>;

export const systemContract = {
  look: {
    method: 'GET',
    path: '/api/system',
    summary: 'How the server, its database and its store are, and what somebody has to do something about. For role 1.',
    answer: system,
  },
} as const satisfies Contract;
