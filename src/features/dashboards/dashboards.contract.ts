import { z } from 'zod';
import { file } from '#features/files/files.contract.ts';
import type { Contract } from '#shared/endpoint.ts';
import { id, instant } from '#shared/fields.ts';

const fileTypeCount = z.object({
  id,
  /** Missing when the file type was deleted. */
  name: z.string().nullable(),
  files: z.number(),
});

const adminDashboard = z.object({
  /** Only types that have files, those with most first. */
  file_types: z.array(fileTypeCount),
  /** The last six calendar months (UTC), oldest first. */
  months: z.array(z.object({ month: z.string(), files: z.number() })),
  /** The newest first. */
  recent_files: z.array(file.extend({ team: z.object({ id, name: z.string() }).nullable() })),
  /** The first teams by name of those the caller sees files of. */
  teams: z.array(z.object({ id, name: z.string(), files: z.number() })),
  /** How many teams there are in all. */
  teams_count: z.number(),
});
export type AdminDashboard = z.infer<typeof adminDashboard>;

const activity = z.object({
  type: z.enum(['upload', 'download', 'profile', 'login']),
  /** What was done, as a sentence: 'Uploaded report.pdf'. */
  action: z.string(),
  time: instant,
  /** Where the file is viewed; none when there is no file, it is in the trash, or it is no longer shared with the caller. */
  filepath: z.string().nullable(),
});
export type Activity = z.infer<typeof activity>;

const firstSteps = z.object({
  /** An administrator wants to see no more of them. */
  hidden: z.boolean(),
  /** There are more teams than the one that a new installation has; the same of file types, people and files. */
  teams: z.boolean(),
  file_types: z.boolean(),
  users: z.boolean(),
  files: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;

export const dashboardsContract = {
  adminIndex: {
    method: 'GET',
    path: '/api/admin-index',
    summary: 'Counts of people, teams and files; of files only those the caller may see.',
    answer: z.object({
      totalUsers: z.number(),
      /** People with a session that was used in the last 15 minutes; uses are noted once a minute. */
      activeUsers: z.number(),
      totalTeams: z.number(),
      filesUploaded: z.number(),
    }),
  },
  adminDashboard: {
    method: 'GET',
    path: '/api/admin-dashboard',
    summary: 'What the admin dashboard shows beside its counts, of the files the caller may see.',
    answer: adminDashboard,
  },
  firstSteps: {
    method: 'GET',
    path: '/api/first-steps',
    summary: 'Which of the first steps of a new installation are done.',
    answer: firstSteps,
  },
  hideFirstSteps: {
    method: 'DELETE',
    path: '/api/first-steps',
    summary: 'Shows the first steps to nobody any more.',
  },
  activity: {
    method: 'GET',
    path: '/api/user/activity',
    summary: "The caller's latest uploads, downloads and sign-in, newest first.",
    answer: z.array(activity),
  },
} as const satisfies Contract;
