type Person = { id: number; name: string };

const typed = /(?:^|\s)@([^@\n]{0,40})$/;

/** Returns the part of a name that is being typed after an '@', if the text up to the cursor ends in one. */
export function mentionBeing(textToCursor: string): string | undefined {
  return typed.exec(textToCursor)?.[1];
}

/** Replaces the typed part of a name by the whole name. Returns the text and the position after the name. */
export function insertMention(text: string, cursor: number, name: string): { text: string; cursor: number } {
  const before = text.slice(0, cursor);
  const begun = before.slice(0, before.lastIndexOf('@'));
  const head = `${begun}@${name} `;
  return { text: head + text.slice(cursor).replace(/^ /, ''), cursor: head.length };
}

/** Returns the ids of the chosen people whose names the text still mentions. */
export function mentionedIds(text: string, chosen: readonly Person[]): number[] {
  return [...new Set(chosen.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id))];
}

const maxTyped = 10;
const maxNameChars = 255;

/** Returns the texts after each '@' before a word, without those that begin with the name of a chosen person. */
export function typedMentions(text: string, chosen: readonly Person[]): string[] {
  return [...text.matchAll(/(?<=^|\s)@(?=\p{L})/gu)]
    .map(({ index }) => text.slice(index + 1, index + 2 + maxNameChars))
    .filter((after) => !chosen.some(({ name }) => after.startsWith(name)))
    .slice(0, maxTyped);
}

/** Returns the first word of a typed name, by which people are searched, without the mark after it. */
export const firstWord = (text: string): string => (/^\S*/.exec(text)?.[0] ?? '').replace(/[^\p{L}\p{M}\p{N}]+$/u, '');

/** Returns the person whose whole name begins the text, or undefined if there is none or several have this name. */
export function personNamed<P extends Person>(text: string, people: readonly P[]): P | undefined {
  const begins = (name: string) =>
    text.toLowerCase().startsWith(name.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length));
  const longestFirst = people
    .filter(({ name }) => begins(name))
    .toSorted((one, other) => other.name.length - one.name.length);
  const [first, second] = longestFirst;
  return first?.name.length === second?.name.length ? undefined : first;
}
