/** A further term of a search. It matches a file by its name, its team or its uploader. */
export type NameTerm = {
  /** Folded, not empty. */
  text: string;
  teamIds: number[];
  userIds: number[];
};

/** The terms that a file must and must not match besides the text of the search. */
export type OtherTerms = { also: NameTerm[]; without: NameTerm[] };

export type IndexedRow = { team: number; user: number; start: number; end: number };

/** Returns a test of one row, or undefined without further terms. `names` has the folded names of all rows. */
export function testOfTerms({ also, without }: OtherTerms, names: Buffer): ((row: IndexedRow) => boolean) | undefined {
  if (also.length + without.length === 0) return undefined;
  const compile = ({ text, teamIds, userIds }: NameTerm) => {
    const needle = Buffer.from(text);
    const teams = new Set(teamIds);
    const users = new Set(userIds);
    return ({ team, user, start, end }: IndexedRow) =>
      teams.has(team) || users.has(user) || names.subarray(start, end).includes(needle);
  };
  const [wanted, unwanted] = [also.map(compile), without.map(compile)];
  return (row) => wanted.every((matches) => matches(row)) && !unwanted.some((matches) => matches(row));
}
