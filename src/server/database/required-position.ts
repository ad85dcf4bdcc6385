/** The position of the primary's log that the replica must have reached. Only the primary supplies it, never a client. */
export type RequiredPosition = {
  value: () => number;
  /** Counts a write that the position has to include. */
  record: () => void;
  /** Raises the position until it includes every write recorded so far. Rejects if the primary does not answer. */
  includeWrites: () => Promise<void>;
  /** False from `record` until the primary has answered. Meanwhile nothing is read from the replica. */
  includesAll: () => boolean;
};

/** Starts with the current position of the primary, which `queryPrimary` returns. */
export async function openRequiredPosition(queryPrimary: () => Promise<number>): Promise<RequiredPosition> {
  let required = await queryPrimary();
  // The number of recorded writes, and how many of them `required` includes.
  let recorded = 0;
  let included = 0;
  let asking: Promise<void> | undefined;
  const raise = async () => {
    const upTo = recorded;
    required = Math.max(required, await queryPrimary());
    included = upTo;
  };
  return {
    value: () => required,
    record: () => void (recorded += 1),
    includeWrites: async () => {
      const upTo = recorded;
      // A query that was already running may have been answered before the write.
      const areIncluded = () => included >= upTo;
      while (!areIncluded()) await (asking ??= raise().finally(() => (asking = undefined)));
    },
    includesAll: () => included >= recorded,
  };
}
