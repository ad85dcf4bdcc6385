/** The migration 0051 removes the table that this one created for the search of names. */
export async function fileChanges(): Promise<void> {}
