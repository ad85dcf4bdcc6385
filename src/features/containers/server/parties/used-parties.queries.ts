import { sql } from 'kysely';
import { partyFields } from '#features/containers/core/container-fields.rules.ts';
import { partyKinds } from '#features/containers/parties/parties.contract.ts';
import type { PartyKind, UsedParty } from '#features/containers/parties/parties.contract.ts';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import type { Db } from '#server/database/db.ts';
import { contains } from '#server/database/dialect/expressions.ts';
import { normalForm } from '#shared/fold.ts';

type Wanted = { search: string; kind?: PartyKind | 'unused' | undefined; after?: string | undefined; limit: number };

/** Returns parties with the containers that the viewer sees, by name. `sort_key` is the cursor. */
export async function listUsedParties(
  db: Db,
  viewer: ContainerViewer,
  { search, kind, after, limit }: Wanted,
): Promise<(UsedParty & { sort_key: string })[]> {
  const term = normalForm(search);
  const isUnused = sql`supplier.n is null and customer.n is null and carrier.n is null`;
  const hasKind = kind === undefined ? sql`1 = 1` : kind === 'unused' ? isUnused : sql`${sql.ref(`${kind}.n`)} > 0`;
  // A party of hidden containers only would tell that they exist.
  const isShown = viewer.seenTeamIds === undefined ? sql`1 = 1` : sql`(not (${isUnused}) or ${isFree})`;
  const { rows } = await sql<UsedParty & { sort_key: string }>`
    select parties.id, parties.name, parties.day_rate, parties.currency, parties.name_norm as sort_key, coalesce(supplier.n, 0) as supplier,
      coalesce(customer.n, 0) as customer, coalesce(carrier.n, 0) as carrier
    from parties ${sql.join(
      partyKinds.map((one) => countsOf(viewer, one)),
      sql` `,
    )}
    where ${term === '' ? sql`1 = 1` : contains(db, sql`parties.name_norm`, term)} and ${hasKind} and ${isShown}
      and ${after === undefined ? sql`1 = 1` : sql`parties.name_norm > ${after}`}
    order by parties.name_norm limit ${limit}`.execute(db);
  return rows;
}

/** Joins the number of visible containers of each party in one of its kinds. */
const countsOf = (viewer: ContainerViewer, kind: PartyKind) => {
  const field = sql.ref(`containers.${kind}_id`);
  return sql`left join (
    select ${field} as id, count(*) as n from containers
    where ${field} is not null and containers.deleted_at is null and ${isContainerVisibleTo(viewer)} group by ${field}
  ) as ${sql.ref(kind)} on ${sql.ref(`${kind}.id`)} = parties.id`;
};

/** The condition that no container names a party, also none in the trash or of an unseen team. */
const isFree = sql`parties.id not in (${sql.join(
  partyFields.map((field) => sql`select ${sql.ref(field)} from containers where ${sql.ref(field)} is not null`),
  sql` union `,
)})`;

/** Returns the number of visible containers that name a party, of each team, the largest first. */
export async function countByTeam(
  db: Db,
  viewer: ContainerViewer,
  party: number,
): Promise<{ name: string | null; containers: number }[]> {
  const names = sql.join(
    partyFields.map((field) => sql`${sql.ref(`containers.${field}`)} = ${party}`),
    sql` or `,
  );
  const { rows } = await sql<{ name: string | null; containers: number }>`
    select teams.name, count(*) as containers
    from containers left join teams on teams.id = containers.team_id
    where (${names}) and containers.deleted_at is null and ${isContainerVisibleTo(viewer)}
    group by containers.team_id, teams.name order by containers desc, teams.name`.execute(db);
  return rows;
}
