import { constants } from 'node:os';

/** An error that the system reported for a call to it, such as opening a file. */
export type SystemError = Error & { code: string; errno: number; syscall: string; path?: string };

export function isSystemError(error: unknown): error is SystemError {
  const { code, syscall } = (error ?? {}) as Partial<SystemError>;
  return error instanceof Error && code !== undefined && syscall !== undefined;
}

const fullCodes = ['ENOSPC', 'EDQUOT'];

/** The device or its connection fails, forbids writing, or the process has no free handles. */
const awayCodes = ['EMFILE', 'ENFILE', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'ESTALE', 'ENODEV', 'ENXIO', 'ENOTCONN'];

/** A file system or a quota is full. */
export const isStoreFull = (error: unknown) => fullCodes.includes(codeOf(error));

/** A file system cannot be read or written at present. */
export const isStoreAway = (error: unknown) => awayCodes.includes(codeOf(error));

/** Node.js has no names for these two: their code is 'Unknown system error -122'. */
const unnamed: Record<number, string> = { [constants.errno.EDQUOT]: 'EDQUOT', [constants.errno.ESTALE]: 'ESTALE' };

function codeOf(error: unknown): string {
  if (!isSystemError(error)) return '';
  return error.code.startsWith('Unknown system error') ? (unnamed[-error.errno] ?? error.code) : error.code;
}

/** Returns the message of an error. That of a connection which failed at several addresses has none of its own. */
export function messageOf(error: unknown): string {
  const { message, code, errors } = error as AggregateError & { code?: string };
  return message || (errors?.[0] as Error | undefined)?.message || code || 'no reason given';
}
