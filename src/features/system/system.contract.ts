import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { instant } from '#shared/fields.ts';
import { warningKinds } from './system.rules.ts';

const location = { files: z.number(), bytes: z.number() };

const jobRun = z.object({ name: z.string(), began_at: instant, took_ms: z.number(), failed: z.boolean() });
export type LastJobRun = z.infer<typeof jobRun>;

const system = z.object({
  version: z.string(),
  node: z.string(),
  /** The start time of the process that handles the request. */
  started_at: instant,
  /** The zone in which the server decides that a date has passed (TZ). */
  time_zone: z.string(),
  database: z.object({
    kind: z.enum(['SQLite', 'PostgreSQL']),
    version: z.string(),
    bytes: z.number(),
    answer_ms: z.number(),
  }),
  store: z.object({
    kind: z.enum(['folder', 'bucket']),
    /** Without credentials. */
    location: z.string(),
    /** Includes files in the trash and earlier versions. */
    ...location,
    /** Null if the store does not respond. */
    answer_ms: z.number().nullable(),
  }),
  /** The disk of the data folder, in bytes. */
  disk: z.object({ total: z.number(), free: z.number() }),
  people: z.object({ users: z.number(), active: z.number() }),
  /** Contents that wait to be read for search and previews, and those that could not be. */
  extractions: z.object({ waiting: z.number(), failed: z.number() }),
  /** The virus scanner, and the stored contents by the result of their scan. Null without CLAMAV_URL. */
  virus_scanner: z
    .object({
      /** Null if it does not answer. */
      version: z.string().nullable(),
      waiting: z.number(),
      infected: z.number(),
      failed: z.number(),
    })
    .nullable(),
  /** The mailbox whose attachments become files. Null without MAIL_IN_URL. */
  mail_in: z
    .object({
      mailbox: z.string(),
      /** The number of messages in the list of those that were left. */
      left: z.number(),
      /** The last reading. Null before the first one. */
      read_at: instant.nullable(),
      /** Why the last reading failed. Null if it did not. */
      failure: z.string().nullable(),
      /** The time since when the messages have their present numbers, if the mail server has numbered them anew. */
      renumbered_at: instant.nullable(),
    })
    .nullable(),
  /** The mails that wait to be sent, and the last one that the mail server did not take. Null without SMTP_URL. */
  mail: z
    .object({
      waiting: z.number(),
      oldest_at: instant.nullable(),
      failure: z.object({ at: instant, reason: z.string() }).nullable(),
    })
    .nullable(),
  /** The last run of each scheduled job. */
  jobs: z.array(jobRun),
  /** The last completed backup. `problems` counts stored files that were missing or damaged. */
  backup: z.object({ at: instant, took_ms: z.number(), ...location, problems: z.number() }).nullable(),
  /** The scheduled backups. Null without BACKUP_TARGET. */
  restore_points: z
    .object({
      /** Without credentials. */
      target: z.string(),
      /** Time of day in the zone of the server. */
      time: z.string(),
      is_late: z.boolean(),
      last: z
        .object({
          at: instant,
          took_ms: z.number(),
          ...location,
          problems: z.number(),
          new_files: z.number(),
          new_bytes: z.number(),
          kept: z.number(),
        })
        .nullable(),
      /** The last attempt, if it failed. */
      failure: z.object({ at: instant, reason: z.string() }).nullable(),
    })
    .nullable(),
  /** The last completed verification of all stored files. */
  verify: z.object({ at: instant, by: z.enum(['night', 'command']), ...location, problems: z.number() }).nullable(),
  /** Number of stored files that are currently known to be missing or damaged. */
  damaged: z.number(),
  warnings: z.array(z.enum(warningKinds)),
});
export type System = z.infer<typeof system>;

export const systemContract = {
  look: {
    method: 'GET',
    path: '/api/system',
    summary: 'The state of the server, its database and its file store, with warnings. For role 1.',
    answer: system,
  },
  sendTestMail: {
    method: 'POST',
    path: '/api/system/test-mail',
    summary: 'Sends a mail to the caller at once. For role 1.',
    answer: z.object({ message: z.string() }),
    refuses: ['notification.no_mail', 'mail.not_accepted', 'rate_limit.exceeded'],
  },
} as const satisfies Contract;
