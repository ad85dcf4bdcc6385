/** By hand, or by a number of the container in the name or in the text of the file. */
export const waysOfLinking = ['hand', 'name', 'text'] as const;
export type WayOfLinking = (typeof waysOfLinking)[number];

/** As many files as one upload may have. */
export const maxLinkedAtOnce = 100;

/** The largest number of files or containers in one response. */
export const maxListed = 200;

/** The waiting papers are counted and listed up to this number, the newest first. */
export const maxWaiting = 1000;
