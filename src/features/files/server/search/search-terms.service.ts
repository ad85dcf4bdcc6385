import type { Team } from '#features/teams/teams.contract.ts';
import type { Db } from '#server/database/db.ts';
import type { NameTerm } from '#server/file-name-index/other-terms.ts';
import { fold } from '#shared/fold.ts';
import { readSearch } from '#shared/search-query.ts';
import type { SearchTerm } from '#shared/search-query.ts';
import { listMatchingUsers } from './files-search.queries.ts';
import type { Search } from './files-search.queries.ts';

export type SearchTerms = Pick<Search, 'term' | 'matchingTeamIds' | 'matchingUserIds' | 'also' | 'without'>;

/**
 * Returns the terms of a search in names, with the teams and uploaders whose names contain them. Returns undefined if no file
 * can match: nothing is left of the search after folding, as of a single accent.
 */
export async function readTerms(db: Db, teams: readonly Team[], text: string): Promise<SearchTerms | undefined> {
  const { wanted, unwanted } = readSearch(text);
  // The longest term first, because it has the fewest candidates.
  const folded = foldedTerms(wanted).toSorted((one, other) => other.length - one.length);
  const [first, ...also] = await Promise.all(folded.map((term) => named(db, teams, term)));
  if (!first) return undefined;
  const without = await Promise.all(foldedTerms(unwanted).map((term) => named(db, teams, term)));
  return { term: first.text, matchingTeamIds: first.teamIds, matchingUserIds: first.userIds, also, without };
}

const foldedTerms = (terms: readonly SearchTerm[]) => [
  ...new Set(terms.map(({ text }) => fold(text)).filter((text) => text !== '')),
];

const named = async (db: Db, teams: readonly Team[], text: string): Promise<NameTerm> => ({
  text,
  teamIds: teams.filter((team) => fold(team.name).includes(text)).map((team) => team.id),
  userIds: await listMatchingUsers(db, text),
});
