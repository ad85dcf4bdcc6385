import type { BulkChange } from '#features/containers/bulk/container-bulk.contract.ts';
import { partyFields } from '#features/containers/core/container-fields.rules.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { OptionalValues } from '../core/containers.queries.ts';
import { findPartyByName, partyKey } from '../parties/parties.queries.ts';
import { partyOfName } from '../parties/parties.service.ts';

const namesOf = {
  supplier_id: 'supplier_name',
  customer_id: 'customer_name',
  carrier_id: 'carrier_name',
} as const;

type Set = Pick<BulkChange, 'set' | 'dry_run'>;

/**
 * Returns the fields of a bulk change with the ids of parties that are given by name. A party that does not exist is created in
 * the same transaction. A preview creates none and gives it a negative id. `names` are those of the new parties.
 */
export async function withPartyIds(
  write: Write<Caller>,
  { set, dry_run }: Set,
): Promise<{ values: OptionalValues; names: ReadonlyMap<number, string> }> {
  const { supplier_name, customer_name, carrier_name, ...values } = set;
  const given = { supplier_name, customer_name, carrier_name };
  const names = new Map<number, string>();
  const planned = new Map<string, number>();
  for (const field of partyFields) {
    const name = given[namesOf[field]];
    if (name === undefined) continue;
    const known = dry_run ? await findPartyByName(write.tx, name) : await partyOfName(write, name);
    const id = known?.id ?? planned.get(partyKey(name)) ?? -1 - names.size;
    values[field] = id;
    if (known) continue;
    planned.set(partyKey(name), id);
    if (!names.has(id)) names.set(id, name);
  }
  return { values, names };
}
