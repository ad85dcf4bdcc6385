import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { Refusal } from '#server/refusal.ts';
import { useTestApp } from '#tests/test-app.ts';
import { sortedText } from './dialect/columns.ts';
import { findCursor, formatCursor, pageById, pageOf, parseCursor, reversed } from './page-of.ts';
import type { Cursor, Order } from './page-of.ts';

type Row = { id: number; name: string | null; weight: number | null };
type Known = { crates: Row };

/** Names and weights repeat and are empty, so that most rows share a key with others. */
const crates: Row[] = Array.from({ length: 40 }, (_, index) => ({
  id: index + 1,
  name: [null, '', 'a', 'A', 'b', 'é'][(index * 7) % 6] as string | null,
  weight: [null, 0, 3, 3_000_000_000][(index * 5) % 4] as number | null,
}));

const directions = [false, true];
const ends = ['first', 'last'] as const;
const name = { by: sql.ref('crates.name'), type: 'text' } as const;
const weight = { by: sql.ref('crates.weight'), type: 'integer' } as const;
const id = { by: sql.ref('crates.id'), type: 'id' } as const;

/** Returns the orders by name and id, weight and id, and all three, in all directions and with empty values at both ends. */
const orders: Order[] = directions.flatMap((descending) =>
  directions.flatMap((newest) =>
    ends.flatMap((empty): Order[] => [
      [
        { ...name, descending, empty },
        { ...id, descending: newest },
      ],
      [
        { ...weight, descending, empty },
        { ...id, descending: newest },
      ],
      [
        { ...weight, empty },
        { ...name, descending, empty: 'last' },
        { ...id, descending: newest },
      ],
    ]),
  ),
);

const title = (order: Order) =>
  order.map(({ type, descending, empty }) => [type, descending ? 'desc' : 'asc', empty].join(' ')).join(', ');

/** Compares two rows as the order says, without a database. */
function compare(order: Order, one: Row, other: Row): number {
  const columns = new Map<unknown, keyof Row>([
    [name.by, 'name'],
    [weight.by, 'weight'],
    [id.by, 'id'],
  ]);
  for (const { by, descending, empty } of order) {
    const [a, b] = [one[columns.get(by) as keyof Row], other[columns.get(by) as keyof Row]];
    if (a === b) continue;
    if (a === null || b === null) return (a === null) === (empty === 'first') ? -1 : 1;
    return (a < b ? -1 : 1) * (descending ? -1 : 1);
  }
  return 0;
}

describe('a page of a list', () => {
  const app = useTestApp();
  const db = () => app.ctx.db as unknown as Kysely<Known>;
  const list = () => db().selectFrom('crates').selectAll();

  before(async () => {
    await db()
      .schema.createTable('crates')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('name', sortedText(db() as never))
      .addColumn('weight', 'bigint')
      .execute();
    await db().insertInto('crates').values(crates).execute();
  });

  /** Reads all pages and sends each cursor as text, as a client does. */
  async function readAll(order: Order, limit: number): Promise<Row[]> {
    const read: Row[] = [];
    for (let after: Cursor | undefined; ;) {
      const { rows, next } = await pageOf(list(), order, { after, limit });
      read.push(...rows);
      if (!next) return read;
      assert.equal(rows.length, limit);
      after = parseCursor(formatCursor(next), order);
    }
  }

  for (const order of orders)
    test(`the pages of a list by ${title(order)} have every row once and in order`, async () => {
      const expected = crates.toSorted((one, other) => compare(order, one, other));
      for (const limit of [1, 7, 39, 40]) assert.deepEqual(await readAll(order, limit), expected, `${limit} per page`);
    });

  test('the reversed order has the rows before a position, nearest first', async () => {
    for (const order of orders) {
      const sorted = crates.toSorted((one, other) => compare(order, one, other));
      for (const at of [0, 11, 39]) {
        const row = list().where('crates.id', '=', sorted[at]?.id as number);
        const after = await findCursor(row, order);
        const { rows } = await pageOf(list(), reversed(order), { after, limit: 3 });
        assert.deepEqual(rows, sorted.slice(Math.max(0, at - 3), at).toReversed(), title(order));
      }
    }
  });

  test('a list of ids begins with the newest, and its cursor is the last id', async () => {
    const first = await pageById(list(), 'crates.id', { limit: 38 });
    assert.deepEqual([first.rows[0]?.id, first.next], [40, 3]);
    const second = await pageById(list(), 'crates.id', { after: 3, limit: 38 });
    assert.deepEqual([second.rows.map((row) => row.id), second.next], [[2, 1], null]);
  });

  test('a filter stays in force on every page', async () => {
    const order: Order = [{ ...name, empty: 'last' }, id];
    const heavy = list().where('crates.weight', '=', 3);
    const { rows, next } = await pageOf(heavy, order, { limit: 4 });
    const more = await pageOf(heavy, order, { after: next ?? undefined, limit: 40 });
    assert.deepEqual(
      [...rows, ...more.rows].map((row) => row.weight),
      crates.flatMap((row) => (row.weight === 3 ? [3] : [])),
    );
  });

  test('findCursor finds no position of a row that does not exist', async () => {
    assert.equal(await findCursor(list().where('crates.id', '=', 99), [id]), undefined);
  });
});

test('a cursor of other keys or with other values is refused', () => {
  const keys = [{ type: 'text' }, { type: 'integer', empty: 'last' }, { type: 'id' }] as const;
  const good = ['name', null, 7];
  assert.deepEqual(parseCursor(formatCursor(good), keys), good);
  const wrong = [
    [],
    ['name', null],
    ['name', null, 7, 8],
    [null, null, 7],
    ['a\0', null, 7],
    [1, null, 7],
    ['a', 1.5, 7],
  ];
  const wrongIds = [-1, 1.5, 2_147_483_648, '7', null].map((value) => ['name', 3, value]);
  for (const cursor of [...wrong, ...wrongIds])
    assert.throws(() => parseCursor(formatCursor(cursor), keys), isInvalidCursor, JSON.stringify(cursor));
  for (const text of ['', 'x', '=', Buffer.from('{"0":"name"}').toString('base64url')])
    assert.throws(() => parseCursor(text, keys), isInvalidCursor, text);
});

const isInvalidCursor = (error: unknown) => error instanceof Refusal && error.code === 'cursor.invalid';
