import { counted, formatSize } from '#shared/format.ts';
import type { System } from './system.contract.ts';
import { hasOwnWarning } from './system.rules.ts';
import type { WarningKind } from './system.rules.ts';

/** Our choice throughout. */
export const texts = {
  title: 'System',
  subtitle: 'The state of the server, its database and its file store.',
  calls: 'API reference',
  webhooks: 'Webhooks',
  loading: 'Loading the system...',
  loadFailed: 'The state of the system could not be loaded',
  outdated: 'These figures are out of date',
  outdatedAdvice: 'The server did not answer the last request. This page tries again every 30 seconds.',
  warnings: 'Warnings',
  allWell: 'No problems found',
  allWellAdvice: 'There is nothing for you to do.',
  jobs: 'Scheduled jobs',
  noJobs: 'No job has run yet.',
  jobTook: (took: string) => `took ${took}`,
  done: 'Done',
  failed: 'Failed',
  never: 'Never',
  at: 'When',
  size: 'Size',
  server: 'Server',
  version: (version: string) => `Version ${version}`,
  runningFor: 'Running for',
  node: 'Node.js',
  timeZone: 'Time zone',
  mail: 'Mail',
  mailOff: 'Not configured',
  noMailWaits: 'No mails waiting',
  mailsWait: (count: number) => `${counted(count, 'mail')} waiting`,
  oldestMail: 'Oldest',
  lastMailError: 'Last error',
  noMailError: 'None',
  sendTestMail: 'Send test mail',
  testMailFailed: 'The test mail could not be sent',
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
  diskTotal: 'Total',
  people: 'People',
  peopleCount: (count: number) => counted(count, 'user'),
  active: 'Active in the last 15 minutes',
  extractions: 'Content extraction',
  nothingWaits: 'No files waiting',
  filesWait: (count: number) => `${counted(count, 'file')} waiting`,
  unreadable: 'Could not be read',
  scanner: 'Virus scanner',
  scannerAnswers: 'Answers',
  infected: 'Infected',
  notScannable: 'Could not be scanned',
  mailIn: 'Mail in',
  mailRead: (ago: string) => `Read ${ago}`,
  mailbox: 'Mailbox',
  mailsLeft: 'Left in the mailbox',
  renumbered: 'Renumbered by the mail server',
  backup: 'Last backup',
  target: 'Target',
  schedule: 'Every day at',
  newFiles: 'New files',
  keptPoints: 'Restore points kept',
  restorePoints: 'Last restore point',
  took: 'Took',
  problems: 'Missing or damaged',
  verify: 'Last verification of files',
  byNight: 'scheduled job',
  byCommand: 'command line',
  looked: 'Read',
  lookedAt: (files: number, bytes: number) => `${counted(files, 'file')}, ${formatSize(bytes)}`,
  damagedNow: 'Currently damaged',
} as const;

/** Each problem, and the steps that solve it. */
export const warnings: Record<WarningKind, (system: System) => { title: string; advice: string }> = {
  'database-lost': () => ({
    title: 'The file of the database was deleted or replaced',
    advice:
      'Nothing is saved any more. Stop the server, put the file back or restore a backup, and start the server again.',
  }),
  'database-damaged': () => ({
    title: 'The database is damaged',
    advice: 'Some calls may fail. Stop the server and restore a backup. The log lists the problems.',
  }),
  'damaged-files': ({ damaged }) => ({
    title: `${counted(damaged, 'stored file')} ${damaged === 1 ? 'is' : 'are'} missing or damaged`,
    advice:
      'Run "npm run admin -- verify" on the server for their names. Restore them from a backup, or upload them again.',
  }),
  'store-away': () => ({
    title: 'The file store does not answer',
    advice:
      'Files cannot be uploaded or downloaded. Check that the disk is mounted or the bucket is reachable. The log shows the reason.',
  }),
  'store-read-only': () => ({
    title: 'The file store does not accept files',
    advice:
      'Files can be downloaded but not uploaded. Check that the disk is mounted for writing. The log shows the reason.',
  }),
  'scanner-away': ({ virus_scanner }) => ({
    title: 'The virus scanner does not answer',
    advice: `${counted(virus_scanner?.waiting ?? 0, 'file')} ${virus_scanner?.waiting === 1 ? 'waits' : 'wait'} for a scan. Start clamd, or check CLAMAV_URL. The server scans the files when it answers.`,
  }),
  'mailbox-away': ({ mail_in }) => ({
    title: 'The mailbox cannot be read',
    advice: `${mail_in?.failure ?? ''} No mail is lost: Stowage tries again every minute.`,
  }),
  'disk-full': ({ disk }) => ({
    title: `The disk is nearly full: ${formatSize(disk.free)} of ${formatSize(disk.total)} are left`,
    advice:
      'Free space or move to a larger disk. When the disk is full, uploads are refused. Stored files are not affected.',
  }),
  'open-folder': () => ({
    title: 'Other users of the machine can enter the data folder',
    advice: 'Its files are private, but their names are not. Run "chmod 700" on the folder that DATA_DIR names.',
  }),
  'plain-http': () => ({
    title: 'The server is reached over plain HTTP',
    advice:
      'Passwords and files can be read on the network. Put a proxy with HTTPS in front of the server, and set PUBLIC_URL to its address.',
  }),
  'given-password': () => ({
    title: 'The first administrator has not chosen a password',
    advice:
      'The password was printed at the first start, is in the settings, or was set by another user. Sign in with that account and change it.',
  }),
  'no-backup': ({ backup }) => ({
    title: backup ? 'The last backup is more than a week old' : 'There is no backup',
    advice:
      'Set BACKUP_TARGET to a folder on another disk, or to a bucket, and the server makes a backup every night. This page does not know of backups made with other tools.',
  }),
  'backup-failed': ({ restore_points }) => ({
    title: 'The last backup failed',
    advice: `${restore_points?.failure?.reason ?? ''} The server tries again every hour. Earlier restore points are not affected.`,
  }),
  'backup-late': ({ restore_points }) => ({
    title: restore_points?.last ? 'The last restore point is too old' : 'There is no restore point yet',
    advice: `A backup is due every day at ${restore_points?.time ?? ''}. If none is running, the log shows the reason. Run "npm run admin -- backup" to make one now.`,
  }),
  'job-failed': ({ jobs }) => ({
    title: `Failed: ${jobs.flatMap(({ name, failed }) => (failed && !hasOwnWarning(name) ? [name] : [])).join(', ')}`,
    advice: 'The server tries again. If the job keeps failing, the log shows the reason.',
  }),
  'no-mail': () => ({
    title: 'No mail server is set',
    advice:
      'Users who forget their password have to ask an administrator. Set SMTP_URL and MAIL_FROM to send links by mail.',
  }),
};

/** Our choice: the mail that an administrator sends to themselves. */
export const testMail = {
  sent: (email: string) => `The mail server took a mail to ${email}`,
  tooMany: (wait: string) => `Too many test mails. Try again in ${wait}.`,
  notAccepted: (reason: string) =>
    `The mail server did not take the mail: ${reason}. Check SMTP_URL and MAIL_FROM, and try again.`,
  subject: (brand: string) => `${brand}: test mail`,
  content: ({ name, brand, publicUrl }: { name: string; brand: string; publicUrl: string }) => ({
    parts: [
      `Hello ${name},`,
      `you asked for this mail on the page System of ${brand}. The mail server works, and this address leads to ${brand}:`,
      { button: `Open ${brand}`, href: publicUrl },
    ],
  }),
} as const;

/** Our choice: the notification of administrators and managers about a failed backup. */
export const backupNotice = {
  title: 'Backup failed',
  message: (reason: string) =>
    `${reason} The server tries again every hour. The page System shows the last restore point.`,
} as const;
