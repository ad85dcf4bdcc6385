// Expressions that have an index. A query has to repeat them letter by letter.

/** The search text begins with the name. Lists are sorted by its first 400 characters, because an index has a limit. */
export const nameKey = (column: string): string => `substr(${column}, 1, 400)`;

/** The goods may have 1,000 characters. Lists are sorted by the first 60. */
export const goodsKey = (column: string): string => `substr(${column}, 1, 60)`;

/** The month of a date, in any year. */
export const monthOf = (column: string): string => `substr(${column}, 6, 2)`;

/** 1 if a delay is flagged. By itself, SQLite would not choose the index of the few flagged containers. */
export const flagOf = (table = ''): string =>
  `case when ${table}is_delayed_pfi = 1 or ${table}is_delayed_ex_factory = 1 then 1 end`;
