import { fold } from '#shared/fold.ts';

/** The newest similar files that one proposal compares. Our choice. */
export const maxCompared = 50;

/** A type is proposed from at least this many similar files, of which at least this part has the type. Our choice. */
const minSimilar = 3;
const minPart = 0.6;

const maxWords = 4;
const maxTries = 5;

/** Returns the words of a text that have at least three letters and no digits. */
function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length >= 3 && !/\p{N}/u.test(word)))];
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Returns the words of a file name that similar files have too: no numbers, no extension, nothing below three letters. */
export const wordsOfFileName = (name: string): string[] => wordsOf(stemOf(name)).slice(0, maxWords);

/**
 * Returns lists of words to search for, in order, until enough files are similar: all words, then fewer from the start
 * and from the end.
 */
export function triesOf(words: readonly string[]): string[][] {
  const tries: string[][] = [];
  for (let count = words.length; count > 0; count -= 1) {
    tries.push(words.slice(0, count));
    if (count < words.length) tries.push(words.slice(-count));
  }
  return tries.slice(0, maxTries);
}

/** Of `similar` files with similar names, `matching` have this type. */
export type TypeProposal = { file_type_id: number; matching: number; similar: number };

export const isEnough = (types: readonly unknown[]): boolean => types.length >= minSimilar;

/** Returns the most frequent type, or undefined if there are too few files or no type has most of them. */
export function proposalFrom(types: readonly number[]): TypeProposal | undefined {
  if (!isEnough(types)) return undefined;
  const counts = new Map<number, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  const [[file_type_id, matching] = [0, 0]] = [...counts].toSorted(([, one], [, other]) => other - one);
  return matching / types.length >= minPart ? { file_type_id, matching, similar: types.length } : undefined;
}

/** A type that is proposed for a file before its upload, and why. */
export type ProposedType = { file_type_id: number } & (
  | ({ because: 'similar' } & TypeProposal)
  | { because: 'name' | 'photo' | 'lastPhoto' | 'only' }
);

/** The endings of the pictures that phones and cameras store. */
const photoEnding = /\.(jpe?g|hei[cf])$/i;

export const isPhoto = (name: string): boolean => photoEnding.test(name);

/** The words for 'photo' in the languages of most names of file types. */
const photoWords = ['photo', 'photos', 'foto', 'fotos', 'picture', 'pictures', 'bild', 'bilder', 'imagen', 'image'];

type Named = { id: number; name: string };

/**
 * Returns the type to propose for a file: the only one, that of similar files, the one that its name contains, and for a photo the
 * last type of a photo or the type with such a name.
 */
export function proposedType(
  name: string,
  types: readonly Named[],
  { similar, lastPhoto }: { similar?: TypeProposal | undefined; lastPhoto?: number | undefined },
): ProposedType | undefined {
  const [first, second] = types;
  if (first && !second) return { file_type_id: first.id, because: 'only' };
  if (similar) return { because: 'similar', ...similar };
  const named = typeNamedIn(name, types);
  if (named) return { file_type_id: named.id, because: 'name' };
  if (!isPhoto(name)) return undefined;
  if (types.some(({ id }) => id === lastPhoto)) return { file_type_id: lastPhoto as number, because: 'lastPhoto' };
  const ofPhotos = types.find((type) => wordsOf(type.name).some((word) => photoWords.includes(word)));
  return ofPhotos && { file_type_id: ofPhotos.id, because: 'photo' };
}

/** Returns the type with the most words, all of which are in the name of the file. */
function typeNamedIn(name: string, types: readonly Named[]): Named | undefined {
  // A camera writes 'photo' into every name.
  const words = new Set(wordsOf(stemOf(name)).filter((word) => !isPhoto(name) || !photoWords.includes(word)));
  const named = types
    .map((type) => ({ type, own: wordsOf(type.name) }))
    .filter(({ own }) => own.length > 0 && own.every((word) => words.has(word)));
  return named.toSorted((one, other) => other.own.length - one.own.length)[0]?.type;
}
