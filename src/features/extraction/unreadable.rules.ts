/**
 * The reason for which no text could be extracted from a content. `unsupported`: the file is undamaged, but this kind
 * cannot be read.
 */
export const unreadableReasons = ['protected', 'too_old', 'too_large', 'unsupported', 'damaged'] as const;
export type UnreadableReason = (typeof unreadableReasons)[number];

const coded = /\[(protected|too_old|too_large|unsupported)\]/;

/** The server ends a worker process at its limits. A process that runs out of memory crashes. */
const exceeded =
  /it took too (long|much memory)|it crashed|too (many entries|large|deep)|[Nn]esting depth exceeded|exceeds pixel limit|unpacks to too much|the result is too large|Invalid string length/;

/** Messages of libvips about an undamaged picture. */
const unsupportedPicture = /planes not supported|compression support is not configured|bad labq format/;

/** Returns the message of a problem with a reason that `reasonOf` finds in it. */
export const codedProblem = (reason: UnreadableReason): string => `[${reason}]`;

/** Returns the reason of the problems that an extraction recorded. */
export function reasonOf(problem: string): UnreadableReason {
  const code = coded.exec(problem)?.[1];
  const named = unreadableReasons.find((reason) => reason === code);
  return named ?? (exceeded.test(problem) ? 'too_large' : unsupportedPicture.test(problem) ? 'unsupported' : 'damaged');
}
