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
