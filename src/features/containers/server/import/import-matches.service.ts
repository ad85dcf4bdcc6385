import type { Container } from '#features/containers/core/containers.contract.ts';
import { statusOfDays } from '#features/containers/import/import-status.rules.ts';
import { likelyDouble, readPartyName } from '#features/containers/parties/party-names.rules.ts';
import { numberOf } from '#features/papers/container-number.rules.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import { statusIds } from '#features/papers/statuses.rules.ts';
import type { Db } from '#server/database/db.ts';
import { emailKey } from '#server/email-key.ts';
import { inTurns, slices } from '#server/event-loop-yield.ts';
import { normalForm } from '#shared/fold.ts';
import { listByIds } from '../core/containers.queries.ts';
import type { References } from '../core/field-differences.ts';
import { listByNumbers, listPartiesByName, listPartyNames, listPeopleAndTeams } from './container-import.queries.ts';
import type { ReadRow, RowValues } from './import-row.ts';

export type Matches = {
  /**
   * The containers that a row means: by id, else by container number. Of several with this number it is the one with its order
   * number, and with its name if the order is there twice; with another order it is a new one. Else a row means one without a
   * number, by order number and name, and without a name by the order number alone. A departed container counts if the row
   * is of its trip.
   */
  of: (values: RowValues) => Container[];
  /** The containers with a number that have not departed. */
  withNumber: (number: string) => Container[];
} & NameMatches;

export type NameMatches = {
  /** The name of a party that a new one probably means. */
  similarParty: (name: string) => string | undefined;
  /** A party that does not exist yet gets a negative id. */
  partyId: (name: string) => number;
  userId: (name: string) => number | undefined;
  teamId: (name: string) => number | undefined;
  references: References;
  /** The names of parties that do not exist, by their negative ids. */
  newParties: ReadonlyMap<number, string>;
};

const batchSize = 100;

async function inBatches<T, R>(all: Iterable<T>, read: (batch: T[]) => Promise<R[]>): Promise<R[]> {
  const found: R[] = [];
  // Embedded SQLite answers in the same turn of the event loop.
  for await (const batch of inTurns(slices([...new Set(all)], batchSize))) found.push(...(await read(batch)));
  return found;
}

/** Order numbers are the same in capital and small letters. */
const orderKey = (order: unknown) => String(order).toLowerCase();
const orderAndNameKey = (order: unknown, name: unknown) => `${orderKey(order)}\n${normalForm(String(name))}`;

/** The index of the order numbers compares letters exactly, so a stored number in mixed case is only found as it is. */
const spellingsOf = (order: string) => [order, order.toUpperCase(), order.toLowerCase()];

const isDeparted = ({ status_id }: Container) => status_id === statusIds.Departed;
const isOfOrder = (one: Container, order: unknown) => orderKey(one.container_no) === orderKey(order);

/**
 * Returns the departed containers that a row means, of those with its number. A row that has not arrived, with the same order
 * number and a later PFI date, is the next trip.
 */
function ofTrip(values: RowValues, departed: readonly Container[]): Container[] {
  const { container_no, pfi_date, status = statusOfDays(values) } = values;
  const hasArrived = status === 'Received' || status === 'Departed';
  const ofOrder = departed.filter((one) => (container_no === undefined ? hasArrived : isOfOrder(one, container_no)));
  const ofDate = ofOrder.filter((one) => one.pfi_date === pfi_date);
  if (ofDate.length > 0) return ofDate;
  return ofOrder.filter((one) => hasArrived || pfi_date === undefined || pfi_date < one.pfi_date);
}

/** Reads everything that the rows refer to, in a few queries. */
export async function findMatches(db: Db, viewer: ContainerViewer, rows: readonly ReadRow[]): Promise<Matches> {
  const all = rows.map(({ values }) => values);
  const numbers = new Map<RowValues, string | undefined>();
  for await (const values of inTurns(all)) {
    if (values.id === undefined) numbers.set(values, numberOf(values)?.value);
  }
  const ordersByNumber = new Map<string, Set<string>>();
  for (const [{ container_no }, number] of numbers)
    if (number !== undefined && container_no !== undefined)
      ordersByNumber.set(number, (ordersByNumber.get(number) ?? new Set()).add(orderKey(container_no)));
  const known = [...numbers.values()].filter((number) => number !== undefined);
  const byNumber = await inBatches(known, (batch) => listByNumbers(db, viewer, 'number_norm', batch));
  const orders = [...numbers.keys()].flatMap(({ container_no }) =>
    container_no === undefined ? [] : spellingsOf(String(container_no)),
  );
  const byOrder = await inBatches(orders, (batch) => listByNumbers(db, viewer, 'container_no', batch));
  const ids = [
    ...all.flatMap(({ id }) => Number(id ?? 0) || []),
    ...byNumber.map(({ id }) => id),
    ...byOrder.map(({ id }) => id),
  ];
  const containers = new Map(
    (await inBatches(ids, (batch) => listByIds(db, viewer, batch))).map((one) => [one.id, one]),
  );
  const idsByNumber = Map.groupBy(byNumber, ({ number_norm }) => number_norm ?? '');
  const idsByOrder = Map.groupBy(byOrder, ({ container_no }) => orderKey(container_no));
  const idsByOrderAndName = Map.groupBy(byOrder, ({ container_no, name }) => orderAndNameKey(container_no, name));
  const listed = (found: readonly { id: number }[] = []) => found.flatMap(({ id }) => containers.get(id) ?? []);
  const present = (found?: readonly { id: number }[]) => listed(found).filter((one) => !isDeparted(one));
  // A container without a name in its row was named by its order number.
  const namedAs = ({ container_no, name = container_no }: RowValues) =>
    idsByOrderAndName.get(orderAndNameKey(container_no, name));
  const presentOf = (values: RowValues): Container[] => {
    const number = numbers.get(values);
    const numbered = number === undefined ? [] : present(idsByNumber.get(number));
    const { container_no } = values;
    const named = present(namedAs(values));
    if (numbered.length > 0 && number !== undefined) {
      const ofOrder = numbered.filter((one) => isOfOrder(one, container_no));
      const both = ofOrder.filter((one) => named.includes(one));
      if (both.length === 1 || ofOrder.length > 0) return both.length === 1 ? both : ofOrder;
      // Several orders are in one container. A single container with another order has got a new order number.
      const hasSeveralOrders = numbered.length > 1 || (ordersByNumber.get(number)?.size ?? 0) > 1;
      return hasSeveralOrders && container_no !== undefined ? [] : numbered;
    }
    const found =
      named.length > 0 || values.name !== undefined ? named : present(idsByOrder.get(orderKey(container_no)));
    // An order may have several containers. One with another number is another one.
    return number === undefined ? found : found.filter((one) => numberOf(one) === undefined);
  };
  return {
    of: (values) => {
      if (values.id !== undefined) return listed([{ id: Number(values.id) }]);
      const { container_no, pfi_date } = values;
      const number = numbers.get(values);
      const found = presentOf(values);
      const trips = ofTrip(
        values,
        listed(number === undefined ? namedAs(values) : idsByNumber.get(number)).filter(isDeparted),
      );
      const ofOrder = found.filter((one) => container_no === undefined || isOfOrder(one, container_no));
      const isOfDate = (one: Container) => pfi_date === undefined || one.pfi_date === pfi_date;
      // The departed container comes first if it alone has the order number, or the PFI date beside it.
      const isPast = ofOrder.length === 0 || (!ofOrder.some(isOfDate) && trips.some(isOfDate));
      return trips.length > 0 && isPast ? trips : found;
    },
    withNumber: (number) => present(idsByNumber.get(number)),
    ...(await findNames(db, viewer, all)),
  };
}

/** Reads the parties, people and teams that the rows name. `maxSimilar`: the new parties for which similar ones are sought. */
export async function findNames(
  db: Db,
  viewer: ContainerViewer,
  all: readonly RowValues[],
  maxSimilar = Infinity,
): Promise<NameMatches> {
  const names = all.flatMap(({ supplier_name, customer_name, carrier_name }) =>
    [supplier_name, customer_name, carrier_name].flatMap((name) => (name === undefined ? [] : [String(name)])),
  );
  const known = await inBatches(names, (batch) => listPartiesByName(db, batch));
  const norm = (name: string) => normalForm(name) || name;
  const idOfParty = new Map(known.map(({ id, name_norm }) => [name_norm, id]));
  const parties = new Map(known.map(({ id, name }) => [id, name]));
  const newParties = new Map<number, string>();
  const unknown = new Set(names.filter((name) => !idOfParty.has(norm(name))));
  const similar = await similarParties(db, [...unknown].slice(0, maxSimilar));
  const isNamed = all.some(({ assignee_name, team_name }) => assignee_name !== undefined || team_name !== undefined);
  const people = isNamed ? await listPeopleAndTeams(db) : { users: [], teams: [] };
  const teams = people.teams.filter(({ id }) => viewer.seenTeamIds === undefined || viewer.seenTeamIds.includes(id));
  const usersByName = Map.groupBy(people.users, (user) => norm(user.name));
  const usersByEmail = Map.groupBy(people.users, (user) => emailKey(user.email));
  const teamsByName = Map.groupBy(teams, (team) => norm(team.name));
  const onlyOne = (found: Iterable<{ id: number }> = []) => {
    const ids = new Set([...found].map(({ id }) => id));
    return ids.size === 1 ? [...ids][0] : undefined;
  };
  return {
    partyId: (name: string) => {
      const known = idOfParty.get(norm(name));
      if (known !== undefined) return known;
      const id = -1 - newParties.size;
      idOfParty.set(norm(name), id);
      parties.set(id, name);
      newParties.set(id, name);
      return id;
    },
    similarParty: (name: string) => similar.get(name),
    userId: (name: string) =>
      onlyOne([...(usersByName.get(norm(name)) ?? []), ...(usersByEmail.get(emailKey(name)) ?? [])]),
    teamId: (name: string) => onlyOne(teamsByName.get(norm(name))),
    references: {
      parties,
      users: new Map(people.users.map(({ id, name }) => [id, name])),
      teams: new Map(people.teams.map(({ id, name }) => [id, name])),
    },
    newParties,
  };
}

/** Returns the names of known parties that new ones probably mean. */
async function similarParties(db: Db, unknown: readonly string[]): Promise<Map<string, string>> {
  const similar = new Map<string, string>();
  if (unknown.length === 0) return similar;
  // The names of likely doubles begin with the same letters.
  const startOf = (name: string) => readPartyName(name).letters.slice(0, 3);
  const known = new Map<string, string[]>();
  for await (const name of inTurns(await listPartyNames(db, maxCompared))) {
    const start = startOf(name);
    const same = known.get(start);
    if (same) same.push(name);
    else known.set(start, [name]);
  }
  for await (const name of inTurns(unknown)) {
    const found = known.get(startOf(name))?.find((one) => likelyDouble(one, name));
    if (found !== undefined) similar.set(name, found);
  }
  return similar;
}

/** The parties that new ones are compared with. Our choice: the time of a check has a bound. */
const maxCompared = 20_000;
