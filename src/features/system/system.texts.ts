import { counted, formatSize } from '#shared/format.ts';
import type { System } from './system.contract.ts';
import type { WarningKind } from './system.rules.ts';

/** Our choice throughout. */
export const texts = {
  title: 'System',
  subtitle: 'How the server, its database and its store are.',
  calls: 'Calls of the API',
  loading: 'Loading the system...',
  loadFailed: 'The system cannot be looked at',
  outdated: 'These figures are not of now',
  outdatedAdvice: 'The server did not answer the last time it was asked. It is asked again in half a minute.',
  warnings: 'What to do',
  allWell: 'All is well',
  allWellAdvice: 'Nothing needs anything from you.',
  parts: 'Parts',
  rounds: 'What the server does by itself',
  noRounds: 'Nothing has been done yet.',
  roundTook: (took: string) => `took ${took}`,
  done: 'Done',
  failed: 'Failed',
  never: 'Never',
  at: 'When',
  size: 'Size',
  server: 'Server',
  version: (version: string) => `Version ${version}`,
  runningFor: 'Running for',
  node: 'Node.js',
  mail: 'Mail',
  mailOn: 'Configured',
  mailOff: 'Not configured',
  database: 'Database',
  databaseVersion: 'Version',
  answersIn: 'Answers in',
  noAnswer: 'No answer',
  store: 'File store',
  folder: 'Folder',
  bucket: 'Bucket',
  contents: 'Files and earlier versions',
  disk: 'Disk of the data folder',
  diskUsed: 'Used',
  diskFree: (size: string) => `${size} free`,
  diskTotal: 'In all',
  people: 'People',
  peopleCount: (count: number) => counted(count, 'user'),
  active: 'Active in the last 15 minutes',
  readings: 'Reading for search and previews',
  nothingWaits: 'Nothing waits',
  filesWait: (count: number) => `${counted(count, 'file')} ${count === 1 ? 'waits' : 'wait'}`,
  unreadable: 'Could not be read',
  backup: 'Last backup',
  took: 'Took',
  problems: 'Missing or damaged',
  verify: 'All stored files read',
  byNight: 'by night',
  byCommand: 'by command',
  looked: 'Read',
  lookedAt: (files: number, bytes: number) => `${counted(files, 'file')}, ${formatSize(bytes)}`,
  damagedNow: 'Damaged now',
} as const;

/** What is wrong, and what somebody does about it. */
export const warnings: Record<WarningKind, (system: System) => { title: string; advice: string }> = {
  'damaged-files': ({ damaged }) => ({
    title: `${counted(damaged, 'stored file')} ${damaged === 1 ? 'is' : 'are'} missing or damaged`,
    advice:
      'Run "npm run admin -- verify" on the server for their names. Restore them from a backup, or upload them again.',
  }),
  'store-away': () => ({
    title: 'The file store does not answer',
    advice:
      'Nothing can be uploaded or downloaded. Look whether the disk or the bucket is there; the log has the reason.',
  }),
  'disk-full': ({ disk }) => ({
    title: `The disk is nearly full: ${formatSize(disk.free)} of ${formatSize(disk.total)} are left`,
    advice: 'Make room or move to a larger disk. When it is full, uploads are refused; what is stored stays.',
  }),
  'plain-http': () => ({
    title: 'It is reached over plain HTTP',
    advice:
      'Passwords and files can be read on the way. Put a proxy with HTTPS before it, and set PUBLIC_URL to its address.',
  }),
  'given-password': () => ({
    title: 'The first administrator has not chosen a password',
    advice:
      'Theirs was printed at the first start, stands in the settings, or was set by somebody else. Sign in as them and change it.',
  }),
  'no-backup': ({ backup }) => ({
    title: backup ? 'There was no backup for a week' : 'There is no backup',
    advice:
      'Run "npm run admin -- backup FILE" every night, to another disk. Backups of another kind are not known here.',
  }),
  'round-failed': ({ rounds }) => ({
    title: `Failed: ${rounds.flatMap(({ name, failed }) => (failed ? [name] : [])).join(', ')}`,
    advice: 'It is tried again by itself. If it stays so, the log has the reason.',
  }),
  'no-mail': () => ({
    title: 'No mail server is set',
    advice: 'Who forgets a password has to ask an administrator. Set SMTP_URL and MAIL_FROM to send links by mail.',
  }),
};
