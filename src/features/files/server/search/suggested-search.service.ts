import { withOneError } from '#features/extraction/known-words.rules.ts';
import { wordsWithForms } from '#features/extraction/phrase.rules.ts';
import { listKnown } from '#features/extraction/server/known-words.queries.ts';
import type { Db } from '#server/database/db.ts';
import { fold } from '#shared/fold.ts';

/** Each of these costs a search. */
const maxTried = 5;

/**
 * Returns a search with one word corrected, if it finds something. `finds` searches as the caller, so that no word is offered
 * that stands only in files of others. It gets the word in quotation marks, which find no other forms of it.
 */
export async function suggestSearch(
  db: Db,
  search: string,
  finds: (search: string) => Promise<boolean>,
): Promise<string | undefined> {
  const others = wordsWithForms(search).map((word) => ({ word, others: withOneError(word) }));
  const all = others.flatMap((one) => one.others);
  if (all.length === 0) return undefined;
  const known = await listKnown(db, all);
  const corrections = others.flatMap(({ word, others: some }) =>
    some.filter((other) => known.has(other)).map((other) => ({ word, other })),
  );
  for (const { word, other } of corrections.slice(0, maxTried))
    if (await finds(withWord(search, word, `"${other}"`))) return withWord(search, word, other);
  return undefined;
}

/** Returns a search with a folded word replaced. */
const withWord = (search: string, word: string, other: string): string =>
  search.replaceAll(/[\p{L}\p{N}\p{M}]+/gu, (own) => (fold(own) === word ? other : own));
