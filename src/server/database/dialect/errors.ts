import { DatabaseFileLost } from '../database-file.ts';

const codeOf = (error: unknown) => (error as { code?: string; errcode?: number } | null) ?? {};

/** SQLite's 5, also with an extended code above it: another process holds the write lock. */
export function isBusy(error: unknown): boolean {
  const { errcode = 0 } = codeOf(error);
  return (errcode & 0xff) === 5;
}

/** A row with this value exists already. 2067 is SQLite's unique index, 1555 its primary key, 23505 PostgreSQL's. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = codeOf(error);
  return errcode === 2067 || errcode === 1555 || code === '23505';
}

/** A row refers to one that does not exist. 787 is SQLite's, 23503 PostgreSQL's. */
export function isMissingReference(error: unknown): boolean {
  const { code, errcode } = codeOf(error);
  return errcode === 787 || code === '23503';
}

/** The database cannot answer at present: busy, restarting, unreachable, or out of connections. */
export function isDatabaseAway(error: unknown): boolean {
  const { code } = codeOf(error);
  if (isBusy(error)) return true;
  if (isConnectionLost(error)) return true;
  if (error instanceof Error && error.message.includes('timeout exceeded when trying to connect')) return true;
  if (isUndoneByOthers(error)) return true;
  return code !== undefined && /^(53...|55P03|57014|ECONNREFUSED|ENOTFOUND)$/.test(code);
}

/**
 * The transaction was rolled back because of concurrent ones and can be retried: 40001 is 'not serializable', 40P01 'deadlock'.
 */
export function isUndoneByOthers(error: unknown): boolean {
  const { code } = codeOf(error);
  return code === '40001' || code === '40P01';
}

/** The connection broke. It is unknown whether the last transaction was committed. */
function isConnectionLost(error: unknown): boolean {
  const { code } = codeOf(error);
  if (error instanceof Error && /Connection terminated|is not queryable/.test(error.message)) return true;
  return code !== undefined && /^(08...|57P0[1-4]|ECONNRESET|ETIMEDOUT|EPIPE)$/.test(code);
}

/** The file is damaged or not a database: 11 is SQLite's 'corrupt', 26 its 'not a database', XX001 and XX002 PostgreSQL's. */
export function isDatabaseDamaged(error: unknown): boolean {
  const { code, errcode = 0 } = codeOf(error);
  return [11, 26].includes(errcode & 0xff) || code === 'XX001' || code === 'XX002';
}

/**
 * The database cannot be written to: a failing or read-only device, or a lost file. Of SQLite: 'permission denied', 'read-only',
 * 'I/O error', 'cannot open' and 'no large file support'; of PostgreSQL: a read-only transaction or a system error.
 */
export function isDatabaseUnwritable(error: unknown): boolean {
  const { code, errcode = 0 } = codeOf(error);
  return [3, 8, 10, 14, 22].includes(errcode & 0xff) || code === '25006' || /^58...$/.test(code ?? '');
}

/**
 * The error leaves open whether the transaction is committed. After SQLite's 'I/O error' its frames may be in the log
 * of the database, and a restart may then apply them.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  return isConnectionLost(error) || error instanceof DatabaseFileLost || ((codeOf(error).errcode ?? 0) & 0xff) === 10;
}

/** The database or the connection to it failed, not the program. */
export function isFromDatabase(error: unknown): boolean {
  const { code, errcode } = codeOf(error);
  return errcode !== undefined || isDatabaseAway(error) || /^[0-9A-Z]{5}$/.test(code ?? '');
}

/** 13 is SQLite's 'full', 53100 PostgreSQL's. */
export function isDatabaseFull(error: unknown): boolean {
  const { code, errcode } = codeOf(error);
  return ((errcode ?? 0) & 0xff) === 13 || code === '53100';
}

/** Waits for a write that accompanies a read. Ignores its error where the database cannot be written to at present. */
export async function ignoreReadOnly(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => {
    if (!isDatabaseFull(error) && !isDatabaseAway(error) && !isDatabaseUnwritable(error)) throw error;
  });
}
