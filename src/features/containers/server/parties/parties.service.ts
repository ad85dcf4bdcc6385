import { details } from '#features/audit/audit.texts.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { fieldRefusals } from '#features/containers/core/container-fields.texts.ts';
import { moneyText } from '#features/containers/core/free-time.texts.ts';
import type { Party } from '#features/containers/parties/parties.contract.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs, transactLocked } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { lockPartyNames, lockPartyNamesToChange } from '#server/database/dialect/locks.ts';
import { inTurns } from '#server/event-loop-yield.ts';
import { refusal } from '#server/refusal.ts';
import { listAlsoDeleted, updateSearchText } from '../core/containers.queries.ts';
import {
  changePartyName,
  changeRate,
  findParty,
  findPartyByName,
  insertParty,
  listContainersOfParty,
  mergeParty,
} from './parties.queries.ts';
import type { Rate } from './parties.queries.ts';

/** Returns the party of this name, and creates it if there is none in any spelling. */
export async function addParty(ctx: Context, caller: Caller, name: string): Promise<Party> {
  return transactLocked(ctx, caller, lockPartyNames, (_, write) => partyOfName(write, name));
}

/** As `addParty`, in a transaction that holds the lock on the names of parties. */
export async function partyOfName(write: Write<Caller>, name: string): Promise<Party> {
  const known = await findPartyByName(write.tx, name);
  if (known) return known;
  const added = await insertParty(write.tx, name, write.at);
  if (!added) return (await findPartyByName(write.tx, name)) as Party;
  await recordAudit(write, 'party.created', added);
  return added;
}

/** Renames a party, or merges it into the one that has this name. */
export async function renameParty(
  ctx: Context,
  caller: Caller,
  { id, name, into }: { id: number; name: string; into?: number | null | undefined },
): Promise<Party> {
  return transactLocked(ctx, caller, lockPartyNamesToChange, async (tx, write) => {
    const old = await findParty(tx, id);
    if (!old) throw refusal.notFound('party.not_found', fieldRefusals.partyGone);
    const same = await findPartyByName(tx, name);
    const target = same && same.id !== id ? same.id : id;
    if (into !== undefined && (into ?? id) !== target)
      throw refusal.conflict('party.changed', fieldRefusals.partyChanged);
    if (target !== id) await mergeParty(tx, id, target);
    await changePartyName(tx, target, name);
    await updateSearchTexts(tx, target);
    const act = target === id ? 'party.changed' : 'party.merged';
    await recordAudit(write, act, { ...old, detail: details.became(old.name, name) });
    return { id: target, name };
  });
}

/** Sets the cost of a day over free time of a carrier, or removes it. */
export async function setRate(ctx: Context, caller: Caller, { id, ...rate }: { id: number } & Rate): Promise<void> {
  await transactAs(ctx, caller, async (tx, write) => {
    const party = await changeRate(tx, id, rate);
    if (!party) throw refusal.notFound('party.not_found', fieldRefusals.partyGone);
    const detail = rate.day_rate === null ? null : moneyText(rate.day_rate, rate.currency ?? '');
    await recordAudit(write, 'party.rate_changed', { ...party, detail });
  });
}

const batchSize = 100;

async function updateSearchTexts(tx: Db, partyId: number): Promise<void> {
  for (let after = 0; ;) {
    const ids = await listContainersOfParty(tx, partyId, after, batchSize);
    for await (const container of inTurns(await listAlsoDeleted(tx, ids))) {
      await updateSearchText(tx, container);
    }
    if (ids.length < batchSize) return;
    after = ids.at(-1) as number;
  }
}
