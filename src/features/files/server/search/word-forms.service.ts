import { isPartOf } from '#features/extraction/known-words.rules.ts';
import { wordsWithForms } from '#features/extraction/phrase.rules.ts';
import { listWordsFrom, listWordsWith } from '#features/extraction/server/known-words.queries.ts';
import type { WordForms } from '#features/extraction/text.rules.ts';
import type { Context } from '#server/context.ts';
import { loadStemmers } from '#server/search-languages.ts';

// The index has whole words. The forms of a word are those that stand in texts, so they are looked up when somebody
// searches, and another choice of languages needs no new index.

const maxCompared = 100;
const maxForms = 15;
const maxLonger = 40;
const minStemLetters = 3;

/** Returns the other forms of the words of a search that stand in texts, and the longer words with them. */
export async function findForms(
  { listDb, config }: Pick<Context, 'listDb' | 'config'>,
  search: string,
): Promise<WordForms> {
  const stemmers = await loadStemmers(config.searchLanguages);
  const formsOf = async (word: string): Promise<[string, string[]]> => {
    const stems = stemmers.map((stem) => stem(word));
    const begin = stems.map((stem) => commonStart(stem, word)).filter(({ length }) => length >= minStemLetters);
    const [similar, longer] = await Promise.all([
      Promise.all([...new Set(begin)].map((start) => listWordsFrom(listDb, start, maxCompared))),
      isPartOf(word, word) ? listWordsWith(listDb, word, maxLonger) : [],
    ]);
    const forms = similar.flat().filter((other) => stemmers.some((stem, index) => stem(other) === stems[index]));
    const others = [...new Set(forms)].filter((other) => other !== word).slice(0, maxForms);
    return [word, [...new Set([...others, ...longer.filter((other) => other !== word && isPartOf(word, other))])]];
  };
  return new Map(await Promise.all(wordsWithForms(search).map(formsOf)));
}

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}
