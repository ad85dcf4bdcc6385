// One for each second. A replica behind all of them has an unknown age.
const maxMarks = 600;

/** The age of the data of a replica. It follows from the last marked position of the primary that the replica has reached. */
export type ReplicaAge = {
  /** Marks the position of the primary at this time (ms of `performance.now`). */
  mark: (at: number, position: number) => void;
  /** Called with each position that the replica has reached. */
  reach: (position: number) => void;
  ms: () => number;
};

export function makeReplicaAge(): ReplicaAge {
  let marks: { at: number; position: number }[] = [];
  let freshAt = -Infinity;
  return {
    mark: (at, position) => {
      marks = [...marks.slice(-maxMarks), { at, position }];
    },
    reach: (replayed) => {
      const reached = marks.findLastIndex(({ position }) => position <= replayed);
      freshAt = marks[reached]?.at ?? -Infinity;
      marks = marks.slice(Math.max(0, reached));
    },
    ms: () => performance.now() - freshAt,
  };
}
