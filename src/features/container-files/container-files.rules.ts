/** How a link was made: by hand, or by a number of the container in the name of the file, in the subject of its mail or in its text. */
export const waysOfLinking = ['hand', 'name', 'subject', 'text'] as const;
export type WayOfLinking = (typeof waysOfLinking)[number];

/** The largest number of files or containers in one response. */
export const maxListed = 200;
