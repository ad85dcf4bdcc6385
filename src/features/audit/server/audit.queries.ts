import { sql } from 'kysely';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { contains } from '#server/database/dialect/expressions.ts';
import { named } from '#server/database/dialect/named.ts';
import { queueOutgoing } from '#server/database/outgoing-events.queries.ts';
import { findCursor, inOrder, pageOf } from '#server/database/page-of.ts';
import type { Cursor, Order, Page } from '#server/database/page-of.ts';
import { exportNameOf } from '#server/http/table-answer.ts';
import type { Table } from '#server/http/table-answer.ts';
import type { EventName } from '#shared/event-names.ts';
import { fold } from '#shared/fold.ts';
import type { AuditEntry, AuditFilters } from '../audit.contract.ts';
import {
  asLine,
  eventsOfActs,
  filterDetail,
  isShownWithContainers,
  kindOf,
  maxExamined,
  onceWithinMs,
  piecesOf,
} from '../audit.rules.ts';
import type { Act, Actor } from '../audit.rules.ts';
import { details } from '../audit.texts.ts';

/**
 * The object of an act, and details. `event` is the one that webhooks report, if the act has several, and `container` the one
 * to which a file was linked.
 */
export type Thing = {
  id?: number | null;
  name?: string | null;
  detail?: string | null;
  event?: EventName;
  container?: { id: number; name: string };
};

const maxNameLength = 1_000;
const maxDetailLength = 4_000;
const maxAddressLength = 100;

const orNull = (text: string | null | undefined, max: number) => (text ? asLine(text, max) : null);

function rowOf(actor: Actor, at: string, act: Act, thing: Thing, once: string | null) {
  const user_name = asLine(actor.token ? details.byToken(actor.name, actor.token.name) : actor.name, maxNameLength);
  const address = orNull(actor.address, maxAddressLength);
  const thing_name = orNull(thing.name, maxNameLength);
  const detail = orNull(thing.detail, maxDetailLength);
  const search_text = fold([user_name, address, thing_name, detail].filter((text) => text !== null).join('\n'));
  const thing_id = thing.id ?? null;
  return { at, user_id: actor.id, user_name, address, act, thing_id, thing_name, detail, search_text, once };
}

/** Room for the number of a piece. */
const maxPieceLength = maxDetailLength - 20;

/** Details that are too long for one entry, such as the users of an import, continue in further ones. */
function entriesOf(thing: Thing): Thing[] {
  if (!thing.detail || thing.detail.length <= maxDetailLength) return [thing];
  const pieces = piecesOf(thing.detail, maxPieceLength);
  return pieces.map((piece, at) => ({ ...thing, detail: `${details.part(at + 1, pieces.length)} ${piece.trim()}` }));
}

const maxOutgoingDetailLength = 500;

/** Returns the event that webhooks report for an entry. */
function outgoingOf(by: Actor, act: Act, { id, name, detail, event = eventsOfActs[act], container }: Thing) {
  if (!event || !id) return [];
  const thing = { id, name: orNull(name, maxNameLength) ?? '' };
  const about = kindOf(act) === 'container' ? { container: thing } : { container, file: thing };
  const actor = { id: by.id, name: asLine(by.name, maxNameLength) };
  return [{ event, ...about, by: actor, detail: orNull(detail, maxOutgoingDetailLength) }];
}

const insertEntries = named('audit entries', (db, { rows }: { rows: ReturnType<typeof rowOf>[] }) =>
  db.insertInto('audit_entries').values(rows),
);

/** `outdated` is missing for a command, whose process has no open pages. */
export type Recorded = Pick<Write<Actor>, 'tx' | 'by' | 'at'> & Partial<Pick<Write, 'outdated'>>;

/**
 * Records an act in the transaction of the act, so that both are committed or neither is. Writes one entry for each object, and
 * more for long details, and queues the messages of webhooks. The arguments must not contain secrets. Open pages that show the
 * objects fetch them again.
 */
export async function recordAudit({ tx, by, at, outdated }: Recorded, act: Act, ...things: Thing[]): Promise<void> {
  if (things.length === 0) return;
  const rows = things.flatMap(entriesOf).map((thing) => rowOf(by, at, act, thing, null));
  await insertEntries(tx, { rows });
  await queueOutgoing(
    tx,
    things.flatMap((thing) => outgoingOf(by, act, thing)),
    at,
  );
  if (outdated && isShownWithContainers(act)) outdated.containers = true;
}

type Export = { act: Act; name: string; filters: object; what?: string };

/** Returns an exported table whose reading is recorded with its filters. `what` names it, if the act has several. */
export const recordedTable = (
  ctx: Context,
  by: Actor,
  { act, name, filters, what }: Export,
  rowsOf: Table['rows'],
): Table => ({
  name: exportNameOf(ctx, name),
  rows: async () => {
    const rows = await rowsOf();
    const detail = [what, filterDetail(filters)].filter(Boolean).join(', ');
    await recordAudit({ tx: ctx.db, by, at: ctx.clock().toISOString() }, act, { detail });
    return rows;
  },
});

/**
 * Records an act that consists of many requests, once within ten minutes. `what` distinguishes it from other acts of the
 * same user. Returns whether this was the first request.
 */
export async function recordAuditOnce(
  { tx, by, at }: Recorded,
  act: Act,
  { what, ...thing }: Thing & { what: string },
): Promise<boolean> {
  const once = `${act} ${by.id} ${what} ${Math.floor(Date.parse(at) / onceWithinMs)}`;
  // Most requests return here, without a write.
  const first = await tx.selectFrom('audit_entries').select('id').where('once', '=', once).executeTakeFirst();
  if (first) return false;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('audit_entries')
    .values(rowOf(by, at, act, thing, once))
    .onConflict((conflict) => conflict.column('once').where('once', 'is not', null).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

const newestFirst: Order = [
  { by: sql.ref('at'), type: 'text', descending: true },
  { by: sql.ref('id'), type: 'id', descending: true },
];

const entries = (db: Db, { user_id, act, from, to }: AuditFilters) =>
  db
    .selectFrom('audit_entries')
    .select(['id', 'seq', 'hash', 'at', 'user_id', 'user_name', 'address', 'act', 'thing_id', 'thing_name', 'detail'])
    .$narrowType<{ act: Act }>()
    .$if(user_id !== undefined, (query) => query.where('user_id', '=', user_id as number))
    .$if(act !== undefined, (query) => query.where('act', '=', act as Act))
    .$if(from !== undefined, (query) => query.where('at', '>=', from as string))
    .$if(to !== undefined, (query) => query.where('at', '<', to as string));

type Row = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number];

const asEntry = ({ seq, user_id, user_name, thing_id, thing_name, ...row }: Row): AuditEntry => ({
  ...row,
  number: seq,
  user: { id: user_id, name: user_name },
  thing: { kind: kindOf(row.act), id: thing_id, name: thing_name },
});

/**
 * Returns the entries after a position, newest first, and the position of the next page. All filters except the search use
 * an index. A search examines a limited number of the filtered entries; `next` continues from there.
 */
export async function listEntries(
  db: Db,
  { search = '', after, limit, ...filters }: AuditFilters & Page<Cursor>,
): Promise<{ entries: AuditEntry[]; next: Cursor | null }> {
  const term = fold(search);
  const page = term === '' ? pageOf(entries(db, filters), newestFirst, { after, limit }) : searchIn(after);
  const { rows, next } = await page;
  return { entries: rows.map(asEntry), next };

  async function searchIn(from: Cursor | undefined) {
    const candidates = inOrder(entries(db, filters).select('search_text'), newestFirst, from);
    const examined = db.selectFrom(candidates.limit(maxExamined).as('examined')).selectAll();
    const found = examined.where(contains(db, sql`search_text`, term));
    const page = await pageOf(found, newestFirst, { limit });
    if (page.next) return page;
    // The last examined entry, if there are more.
    const last = await findCursor(candidates.limit(1).offset(maxExamined - 1), newestFirst);
    return { ...page, next: last ?? null };
  }
}
