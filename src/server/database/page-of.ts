import { sql } from 'kysely';
import type { RawBuilder, ReferenceExpression, SelectQueryBuilder, SqlBool } from 'kysely';
import { largestId } from '#shared/fields.ts';
import { texts } from '#shared/texts.ts';
import { refusal } from '../refusal.ts';

/** The position of a row in a list: its values for the keys of the order. */
export type Cursor = readonly (string | number | null)[];

/** The values of a key. An `id` is at most `largestId`, an `integer` at most 2^53. */
type KeyValues = {
  type: 'text' | 'id' | 'integer';
  /** Where the rows without a value are. Without `empty`, the key is never null. */
  empty?: 'first' | 'last';
};

type Key = KeyValues & { by: RawBuilder<unknown>; descending?: boolean };

/** The keys by which a list is sorted. The last one is unique, usually the id. */
export type Order = readonly Key[];

export type Page<After> = { after?: After | undefined; limit: number };

/**
 * Returns a page of a list, and the cursor of the next one or null. `query` has the columns and the filters; this function
 * adds the order, the position and the limit:
 *
 *     const order: Order = [
 *       { by: sql.ref('users.name_folded'), type: 'text' },
 *       { by: sql.ref('users.id'), type: 'id' },
 *     ];
 *     const { rows, next } = await pageOf(query, order, { after: parseCursor(input.after, order), limit });
 *     return { users: rows, next: next && formatCursor(next) };
 *
 * - A key may be an expression, and each has its own direction. Declare `empty` for a key that can be null. Keys that are
 *   never null and have one direction are compared as a row, so one index serves the order and the position.
 * - If the cursor of a call is the id of the last row, `pageById` reads a list in the order of ids. In another order,
 *   `findCursor` reads the position of that row.
 * - `reversed` gives the opposite order: the first row of its page is the one before the cursor.
 * - `readPage` is for a query that has to be written as a whole.
 */
export async function pageOf<DB, Tables extends keyof DB, Row extends object>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  order: Order,
  { after, limit }: Page<Cursor>,
): Promise<{ rows: Row[]; next: Cursor | null }> {
  const sorted = inOrder(query, order, after);
  const read = (rows: number) => withKeys(sorted, order).limit(rows).execute();
  const { rows, next } = await readPage(limit, read, (row) => keysOf(row, order));
  return { rows: rows.map((row) => withoutKeys(row, order)), next };
}

/** Returns the query with the order and the position of a page. */
export function inOrder<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  order: Order,
  after: Cursor | undefined,
): SelectQueryBuilder<DB, Tables, Row> {
  let sorted = after ? query.where(isAfter(order, after)) : query;
  for (const { by, descending = false, empty } of order)
    sorted = sorted.orderBy(by, (direction) => {
      const directed = descending ? direction.desc() : direction.asc();
      return empty === undefined ? directed : empty === 'last' ? directed.nullsLast() : directed.nullsFirst();
    });
  return sorted;
}

/** Returns a page of a list in the order of ids, the newest first. The cursor is the last id. */
export async function pageById<DB, Tables extends keyof DB, Row extends object>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  id: ReferenceExpression<DB, Tables> & string,
  { after, limit }: Page<number>,
): Promise<{ rows: Row[]; next: number | null }> {
  const order = [{ by: sql.ref(id), type: 'id', descending: true }] as const;
  const { rows, next } = await pageOf(query, order, { after: after === undefined ? undefined : [after], limit });
  return { rows, next: next && Number(next[0]) };
}

/** Returns the position of the one row that the query finds, or undefined. */
export async function findCursor<DB, Tables extends keyof DB, Row extends object>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  order: Order,
): Promise<Cursor | undefined> {
  const row = await withKeys(query, order).executeTakeFirst();
  return row && keysOf(row, order);
}

/** Reads one row more than `limit`, which shows whether there is a next page. */
export async function readPage<Row, After>(
  limit: number,
  read: (limit: number) => Promise<Row[]>,
  cursorOf: (last: Row) => After,
): Promise<{ rows: Row[]; next: After | null }> {
  const found = await read(limit + 1);
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? cursorOf(rows[limit - 1] as Row) : null };
}

export const reversed = (order: Order): Order =>
  order.map((key) => ({
    ...key,
    descending: !key.descending,
    ...(key.empty && { empty: key.empty === 'last' ? ('first' as const) : ('last' as const) }),
  }));

const keyName = (index: number) => `page_key_${index}`;

const withKeys = <DB, Tables extends keyof DB, Row>(query: SelectQueryBuilder<DB, Tables, Row>, order: Order) =>
  query.select(order.map(({ by }, index) => by.as(keyName(index))));

const keysOf = (row: object, order: Order): Cursor =>
  order.map((_, index) => (row as Record<string, string | number | null>)[keyName(index)] ?? null);

/** Returns the row as the caller's query has it. */
function withoutKeys<Row extends object>(row: Row, order: Order): Row {
  const names = order.map((_, index) => keyName(index));
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))) as Row;
}

function isAfter(order: Order, cursor: Cursor): RawBuilder<SqlBool> {
  const [first, ...others] = order;
  if (!first) return sql`1 = 0`;
  const { by, descending = false, empty } = first;
  const beyond = sql.raw(descending ? '<' : '>');
  if (order.every((key) => !key.empty && (key.descending ?? false) === descending))
    return sql`(${sql.join(order.map((key) => key.by))}) ${beyond} (${sql.join(cursor)})`;
  const [value = null, ...rest] = cursor;
  const isTie = value === null ? sql`${by} is null` : sql`${by} = ${value}`;
  const isBeyond = value === null ? sql`1 = 0` : sql`${by} ${beyond} ${value}`;
  const isOnOtherSide =
    value === null && empty === 'first'
      ? sql`${by} is not null`
      : value !== null && empty === 'last'
        ? sql`${by} is null`
        : sql`1 = 0`;
  return sql`(${isBeyond} or ${isOnOtherSide} or (${isTie} and ${isAfter(others, rest)}))`;
}

/** Returns the cursor as text, for a call. */
export const formatCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

const isValue = ({ type, empty }: KeyValues, value: unknown): boolean => {
  if (value === null) return empty !== undefined;
  if (type === 'text') return typeof value === 'string' && !value.includes('\0');
  return (
    Number.isSafeInteger(value) && (type === 'integer' || ((value as number) >= 0 && (value as number) <= largestId))
  );
};

export const invalidCursor = () => refusal.invalid('cursor.invalid', 'after', texts.cursorInvalid);

/** Refuses with 422 a text that `formatCursor` did not create for these keys. */
export function parseCursor(text: string, keys: readonly KeyValues[]): Cursor;
export function parseCursor(text: string | undefined, keys: readonly KeyValues[]): Cursor | undefined;
export function parseCursor(text: string | undefined, keys: readonly KeyValues[]): Cursor | undefined {
  if (text === undefined) return undefined;
  const values = parsed(text);
  if (values.length !== keys.length || !keys.every((key, index) => isValue(key, values[index]))) throw invalidCursor();
  return values as Cursor;
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
