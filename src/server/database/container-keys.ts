// Expressions that have an index. A query has to repeat them letter by letter.

/** The goods may have 1,000 letters. Lists are in the order of the first ones. */
export const goodsKey = (column: string): string => `substr(${column}, 1, 60)`;

/** The month of a date, in any year. */
export const monthOf = (column: string): string => `substr(${column}, 6, 2)`;
