import { isContainerNumber } from '#features/papers/container-number.rules.ts';
import type { Team } from '#features/teams/teams.contract.ts';
import { normalForm, searchForm } from '#shared/fold.ts';
import { readSearch } from '#shared/search-query.ts';
import type { SearchTerm } from '#shared/search-query.ts';
import type { NameTerm, SearchTerms } from './files-search.queries.ts';

/**
 * Returns the terms of a search in names, with the teams whose names contain them. Returns undefined if no file can match:
 * nothing is left of the search after folding, as of a single accent.
 */
export function readTerms(teams: readonly Team[], text: string): SearchTerms | undefined {
  const { wanted, unwanted } = readSearch(text);
  const number = normalForm(text);
  const termsOf = (terms: readonly SearchTerm[]): NameTerm[] =>
    [...new Set(terms.map((term) => searchForm(term.text)))]
      .filter((term) => term !== '')
      .map((term) => ({
        text: term,
        teamIds: teams.filter((team) => searchForm(team.name).includes(term)).map((team) => team.id),
        containerNumber: term === searchForm(text) && isContainerNumber(number) ? number : undefined,
      }));
  const found = { wanted: termsOf(wanted), unwanted: termsOf(unwanted) };
  return found.wanted.length + found.unwanted.length === 0 ? undefined : found;
}
