import { counted } from '#shared/format.ts';
import { adminCommand } from '../commands.ts';

/** The sentences of `npm run admin -- doctor`. */
export const findings = {
  folder: (path: string) => `DATA_DIR: ${path} can be read and written, and other users cannot enter it.`,
  folderComes: (path: string) => `DATA_DIR: ${path} does not exist yet. The first start creates it.`,
  folderIsFile: (path: string) => `DATA_DIR: ${path} is a file. Choose a folder this program may write to.`,
  folderOpen: (path: string) => `DATA_DIR: other users of this machine can enter ${path}. Run: chmod 700 ${path}`,

  disk: (free: string, total: string) => `The disk of DATA_DIR has ${free} of ${total} free.`,
  diskFull: 'Uploads are refused when it is full. Free some space, or move DATA_DIR to a larger disk.',

  running: (host: string, port: number) => `A Stowage server answers on ${host}, port ${port}.`,
  portFree: (host: string, port: number) => `PORT: ${port} on ${host} is free.`,
  portTaken: (host: string, port: number, reason: string) =>
    reason === 'EADDRINUSE'
      ? `PORT: ${port} on ${host} is taken by another program. Set PORT to a free one, or stop that program.`
      : `PORT: the server cannot listen on ${host}, port ${port} (${reason}). Set HOST and PORT to others.`,

  database: (kind: string, version: string, size: string) =>
    `The database is ${kind} ${version} with ${size}, and can be written to.`,
  databaseComes: (path: string) => `There is no database at ${path} yet. The first start creates it.`,
  databaseDamaged: (damage: string) => `The database is damaged (${damage}). Stop the server and restore a backup.`,
  databaseNewer: (migration: string) =>
    `The database was changed by a newer version of this program (${migration}). Start that version.`,
  clockFits: 'The clock of this machine agrees with the database.',
  clock: (differenceMs: number) =>
    `The clock of this machine is ${counted(Math.round(Math.abs(differenceMs) / 1000), 'second')} ${differenceMs > 0 ? 'behind' : 'ahead of'} the database. Set it, for example with a time service.`,
  backup: (at: Date | undefined) => `The last backup is of ${at?.toISOString()}.`,
  noBackup: (at: Date | undefined) =>
    `${at ? `The last backup is of ${at.toISOString()}` : 'There was no backup yet'}. Set BACKUP_TARGET to a folder on another disk or to a bucket, and the server makes one each night.`,
  backupTarget: (target: string) => `BACKUP_TARGET: ${target} accepts files.`,
  restorePoint: (at: string) => `The last restore point is of ${at}.`,
  backupFailed: (reason: string) => `The last backup failed: ${reason}`,
  backupLate: (at: string | undefined, time: string) =>
    `${at ? `The last restore point is of ${at}` : 'There is no restore point yet'}, and one is due every day at ${time}. Start the server, or run: ${adminCommand} backup`,

  store: (place: string) => `The file store ${place} answers and accepts files.`,
  storeComes: 'The files will be in DATA_DIR.',
  storeAway: (path: string) =>
    `DATA_DIR: ${path} does not hold the files of this database. Mount its disk, or set DATA_DIR to its folder.`,

  provider: (issuer: string, redirectUri: string) =>
    `OIDC_ISSUER: the provider ${issuer} answers. It must know the redirect address ${redirectUri}.`,
  providerAway: (issuer: string, reason: string) =>
    `OIDC_ISSUER: the provider ${issuer} cannot be read: ${reason}. Until then nobody signs in by it.`,
  keysAway: (issuer: string, reason: string) =>
    `OIDC_ISSUER: the keys of the provider ${issuer} cannot be read: ${reason}. Until then nobody signs in by it.`,
  webhook: (name: string) => `The webhook ${name} is on, and its last message did not fail.`,
  webhookAddress: (name: string, reason: string) => `The webhook ${name} gets no messages. ${reason}`,
  webhookPaused: (name: string) =>
    `The webhook ${name} is paused, because its receiver failed for days. Correct the receiver, and turn the webhook on.`,
  webhookFails: (name: string, since: string, reason: string) =>
    `The webhook ${name} has failed since ${since}. ${reason}`,
  scanner: (version: string) => `CLAMAV_URL: the virus scanner answers: ${version}.`,
  scannerAway: (reason: string) =>
    `CLAMAV_URL: the virus scanner does not answer: ${reason}. Start clamd. Until then uploads are not scanned.`,

  mailbox: (folder: string, host: string) => `MAIL_IN_URL: the folder ${folder} of the mailbox at ${host} can be read.`,
  mailboxAway: (reason: string) => `MAIL_IN_URL: ${reason}`,

  mail: 'SMTP_URL: the mail server accepts connections.',
  noMail: 'SMTP_URL is not set, so users cannot ask for a new password by mail.',

  address: (url: string) => `PUBLIC_URL: ${url} answers.`,
  addressAway: (url: string, reason: string) =>
    `PUBLIC_URL: ${url} does not answer from this machine: ${reason}. Start the server, and check the proxy and the name.`,
  noAddress: (host: string) =>
    `PUBLIC_URL is not set. Links in mails need it. The server listens on ${host}; docs/administration.md shows how others reach it.`,
  plainHttp: 'PUBLIC_URL begins with http, so passwords can be read on the network. Put a proxy with HTTPS in front.',
  noTrustedProxy:
    'TRUST_PROXY is not set. Behind a proxy, the sign-in throttle then counts all visitors as one. Set it to the address of the proxy.',

  noAnswer: 'no answer within 20 seconds',
  summary: (problems: number, warnings: number) =>
    problems + warnings === 0 ? 'All is well.' : `${counted(problems, 'problem')}, ${counted(warnings, 'warning')}.`,
};
