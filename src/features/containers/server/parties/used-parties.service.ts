import { fieldRefusals } from '#features/containers/core/container-fields.texts.ts';
import type { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { areDoubles, readPartyName } from '#features/containers/parties/party-names.rules.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { readPage } from '#server/database/page-of.ts';
import { inTurns, yieldIfDue } from '#server/event-loop-yield.ts';
import { refusal } from '#server/refusal.ts';
import type { AnswerOf, ParsedInputOf } from '#shared/endpoint.ts';
import { findParty, findPartyByName } from './parties.queries.ts';
import { countByTeam, listUsedParties } from './used-parties.queries.ts';

type Calls = typeof partiesContract;

export async function pageOfParties(
  { listDb }: Context,
  caller: Caller,
  input: ParsedInputOf<Calls['page']>,
): Promise<AnswerOf<Calls['page']>> {
  const read = (limit: number) => listUsedParties(listDb, fileViewer(caller), { ...input, limit });
  const { rows, next } = await readPage(input.limit, read, (last) => last.sort_key);
  return { parties: rows, next };
}

const maxCompared = 5000;
const maxDoubles = 20;

/** Returns likely doubles among the parties of the page. In the order of their letters, they follow each other. */
export async function findDoubles({ listDb }: Context, caller: Caller): Promise<AnswerOf<Calls['doubles']>> {
  const rows = await listUsedParties(listDb, fileViewer(caller), { search: '', limit: maxCompared });
  const read = [];
  for await (const party of inTurns(rows)) {
    read.push({ party, name: readPartyName(party.name) });
  }
  const sorted = read.toSorted((a, b) => (a.name.letters < b.name.letters ? -1 : 1));
  const doubles = [];
  for (const [index, one] of sorted.entries()) {
    for (let next = index + 1; sorted[next]?.name.letters.startsWith(one.name.letters); next += 1) {
      const other = sorted[next] as typeof one;
      if (areDoubles(one.name, other.name)) doubles.push({ one: one.party, other: other.party });
      if (doubles.length === maxDoubles) return doubles;
      await yieldIfDue();
    }
  }
  return doubles;
}

const maxTeams = 50;

/** Returns what a new name of a party changes. A merge also changes the name of the other party if it is spelled otherwise. */
export async function reviewChange(
  { db }: Context,
  caller: Caller,
  { id, name }: ParsedInputOf<Calls['change']>,
): Promise<AnswerOf<Calls['change']>> {
  const party = await findParty(db, id);
  if (!party) throw refusal.notFound('party.not_found', fieldRefusals.partyGone);
  const same = await findPartyByName(db, name);
  const into = same && same.id !== id ? same : null;
  const changes = [];
  for (const changed of [party, ...(into ? [into] : [])]) {
    if (changed.name === name) continue;
    const teams = await countByTeam(db, fileViewer(caller), changed.id);
    const containers = teams.reduce((sum, team) => sum + team.containers, 0);
    changes.push({ from: changed.name, containers, teams: teams.slice(0, maxTeams) });
  }
  return { into, changes };
}
