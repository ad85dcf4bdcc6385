/** How a link was made: by hand, or by a number of the container in the name or in the text of the file. */
export const waysOfLinking = ['hand', 'name', 'text'] as const;
export type WayOfLinking = (typeof waysOfLinking)[number];

/** The largest number of files or containers in one response. */
export const maxListed = 200;
