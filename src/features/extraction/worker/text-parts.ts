/** The searchable text of one content is cut at this many bytes of UTF-8. Finding the snippet in a longer text would be slow. */
export const maxTextBytes = 4 * 1024 * 1024;

/** A text, and whether there is more of it in the document. */
export type ReadText = { text: string; isCut: boolean };

/** Reading ends after this much processor time, so that enough of it is left for the words and the page. */
const maxReadMs = 4_000;

/** All parts together are cut to `maxTextBytes` letters when they have this many times as much. */
const maxExcess = 4;

export type TextParts = {
  add: (text: string) => void;
  /** Ends a part, for example a sheet. All parts have a fair share of a text that is too long. */
  endPart: () => void;
  /** Whether the rest of the part would be cut. */
  isFull: () => boolean;
  read: () => ReadText;
};

/** Collects the text of a document. */
export function makeTextParts(maxLetters = maxTextBytes): TextParts {
  const startedAt = process.cpuUsage();
  let ended: string[] = [];
  let current: string[] = [];
  let [letters, endedLetters] = [0, 0];
  let isCut = false;

  const cut = () => {
    const share = fairShare(
      ended.map(({ length }) => length),
      maxLetters,
    );
    isCut ||= ended.some(({ length }) => length > share);
    ended = ended.map((text) => text.slice(0, share));
    endedLetters = ended.reduce((sum, { length }) => sum + length, 0);
  };
  const endPart = () => {
    if (letters === 0) return;
    ended.push(current.join(''));
    endedLetters += letters;
    [current, letters] = [[], 0];
    if (endedLetters > maxExcess * maxLetters) cut();
  };
  const hasTime = () => {
    const { user, system } = process.cpuUsage(startedAt);
    return (user + system) / 1000 < maxReadMs;
  };

  return {
    add: (text) => {
      current.push(text);
      letters += text.length;
    },
    endPart,
    isFull: () => {
      const isFull = letters > maxLetters || !hasTime();
      isCut ||= isFull;
      return isFull;
    },
    read: () => {
      endPart();
      cut();
      return { text: ended.join('\n'), isCut };
    },
  };
}

/** Returns the most that each part may have, so that all of them have `sum`. What small parts do not need is for the large ones. */
export function fairShare(sizes: readonly number[], sum: number): number {
  let left = sum;
  for (const [index, size] of sizes.toSorted((one, other) => one - other).entries()) {
    const share = Math.floor(left / (sizes.length - index));
    if (size > share) return share;
    left -= size;
  }
  return sum;
}
