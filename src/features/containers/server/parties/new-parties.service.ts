import { partyFields } from '#features/containers/core/container-fields.rules.ts';
import type { FieldChange } from '#features/containers/core/field-changes.rules.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Write } from '#server/access/transact-as.ts';
import { inTurns } from '#server/event-loop-yield.ts';
import type { References } from '../core/field-differences.ts';
import { partyOfName } from './parties.service.ts';

type Planned = { references: References; newParties: ReadonlyMap<number, string> };

/**
 * Creates the parties that planned changes name by negative ids. Returns the changes and the references with the ids of these
 * parties. The transaction holds the lock on the names of parties.
 */
export async function addNewParties(
  write: Write<Caller>,
  changes: readonly FieldChange[],
  { references, newParties }: Planned,
): Promise<{ changes: FieldChange[]; references: References }> {
  const used = new Set(changes.flatMap((change) => partyFields.map((field) => change[field])));
  const ids = new Map<number, number>();
  for await (const [planned, name] of inTurns(newParties)) {
    if (used.has(planned)) ids.set(planned, (await partyOfName(write, name)).id);
  }
  const parties = new Map([...references.parties].map(([id, name]) => [ids.get(id) ?? id, name]));
  return { changes: changes.map((change) => withParties(change, ids)), references: { ...references, parties } };
}

const withParties = (change: FieldChange, ids: ReadonlyMap<number, number>): FieldChange => ({
  ...change,
  ...Object.fromEntries(
    partyFields.flatMap((field) => {
      const id = ids.get(Number(change[field]));
      return id === undefined ? [] : [[field, id]];
    }),
  ),
});
