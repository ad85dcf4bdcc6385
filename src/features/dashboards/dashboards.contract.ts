import { z } from 'zod';
import { file, thumbnailField } from '#features/files/core/files.contract.ts';
import type { Contract } from '#shared/endpoint.ts';
import { id, instant } from '#shared/fields.ts';

const fileTypeCount = z.object({
  id,
  /** Null if the file type was deleted. */
  name: z.string().nullable(),
  files: z.number(),
});

const adminDashboard = z.object({
  /** Only types with files, ordered by number of files, largest first. */
  file_types: z.array(fileTypeCount),
  /** The last six calendar months (UTC), oldest first. */
  months: z.array(z.object({ month: z.string(), files: z.number() })),
  /** Newest first. */
  recent_files: z.array(file.extend({ ...thumbnailField, team: z.object({ id, name: z.string() }).nullable() })),
  /** The first teams by name whose files the caller may see. */
  teams: z.array(z.object({ id, name: z.string(), files: z.number() })),
  /** Total number of teams. */
  teams_count: z.number(),
});
export type AdminDashboard = z.infer<typeof adminDashboard>;

const activity = z.object({
  type: z.enum(['upload', 'download', 'profile', 'login']),
  /** The action as a sentence: 'Uploaded report.pdf'. */
  action: z.string(),
  time: instant,
  /** The address of the file. Null if there is no file, it is in the trash, or it is no longer shared with the caller. */
  filepath: z.string().nullable(),
});
export type Activity = z.infer<typeof activity>;

const firstSteps = z.object({
  /** Whether an administrator has hidden them. */
  hidden: z.boolean(),
  /** Whether there are more teams than in a new installation; likewise for file types, users, containers and files. */
  teams: z.boolean(),
  file_types: z.boolean(),
  users: z.boolean(),
  containers: z.boolean(),
  files: z.boolean(),
  /** Whether the server has a mail server. */
  mail: z.boolean(),
  /** Whether backups are scheduled, or one was made from the command line. */
  backup: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;

export const dashboardsContract = {
  adminIndex: {
    method: 'GET',
    path: '/api/admin-index',
    summary: 'Counts of users and teams, and of the files that the caller may see.',
    answer: z.object({
      totalUsers: z.number(),
      /** Users with a session that was used in the last 15 minutes. Uses are recorded once a minute. */
      activeUsers: z.number(),
      totalTeams: z.number(),
      filesUploaded: z.number(),
    }),
  },
  adminDashboard: {
    method: 'GET',
    path: '/api/admin-dashboard',
    summary: 'Charts and lists of the admin dashboard, for the files that the caller may see.',
    answer: adminDashboard,
  },
  firstSteps: {
    method: 'GET',
    path: '/api/first-steps',
    summary: 'The first steps of a new installation, and whether each is done.',
    answer: firstSteps,
  },
  hideFirstSteps: {
    method: 'DELETE',
    path: '/api/first-steps',
    summary: 'Hides the first steps for all administrators.',
  },
  activity: {
    method: 'GET',
    path: '/api/user/activity',
    summary: "The caller's latest uploads, downloads and sign-in, newest first.",
    answer: z.array(activity),
  },
  waitingPapers: {
    method: 'GET',
    path: '/api/waiting-papers',
    summary: 'The number of files that the caller may see with a container number (ISO 6346) that no container has.',
    answer: z.object({
      files: z.number(),
      /** Whether there are more than `files`, which has a maximum. */
      more: z.boolean(),
    }),
  },
} as const satisfies Contract;
