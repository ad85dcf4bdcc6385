type Waiting = { begin: () => void; refuse: (reason: unknown) => void };

/** A place in a queue. */
export type Place = {
  /** Undefined if the task may begin at once. */
  turn: Promise<void> | undefined;
  /** Ends the task, or gives up the place of one that has not begun. */
  leave: () => void;
};

export type FairQueue<Owner> = {
  run: <T>(owner: Owner, task: () => Promise<T>) => Promise<T>;
  /** Like `run`, for a task that ends when `leave` is called. */
  take: (owner: Owner) => Place;
  /** The number of running and waiting tasks. */
  load: () => number;
  /** Refuses all waiting tasks. */
  clear: (reason: unknown) => void;
};

type Options = { atOnce?: number; maxWaiting?: number; refusalOf?: () => unknown };

/**
 * A fair queue: runs up to `atOnce` tasks at a time, round robin over their owners. With more than `maxWaiting` waiting
 * tasks, it refuses the newest task of the owner with the most.
 */
export function makeFairQueue<Owner>({ atOnce = 1, maxWaiting = Infinity, refusalOf }: Options = {}): FairQueue<Owner> {
  /** The waiting tasks of each owner. The owner whose turn is next comes first. */
  const queues = new Map<Owner, Waiting[]>();
  let running = 0;
  const waiting = () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0);

  const makeRoomFor = (owner: Owner) => {
    if (waiting() < maxWaiting) return;
    const longest = [...queues.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
    if ((queues.get(owner)?.length ?? 0) + 1 >= longest.length) throw refusalOf?.();
    longest.pop()?.refuse(refusalOf?.());
  };
  const next = () => {
    const [turn] = queues;
    if (!turn) {
      running -= 1;
      return;
    }
    const [owner, queue] = turn;
    const first = queue.shift();
    queues.delete(owner);
    if (queue.length > 0) queues.set(owner, queue);
    // Passes its slot on without releasing it.
    first?.begin();
  };
  const remove = (owner: Owner, entry: Waiting) => {
    const left = (queues.get(owner) ?? []).filter((one) => one !== entry);
    if (left.length > 0) queues.set(owner, left);
    else queues.delete(owner);
  };

  const take = (owner: Owner): Place => {
    let hasEnded = false;
    if (running < atOnce) {
      running += 1;
      const leave = () => {
        if (!hasEnded) next();
        hasEnded = true;
      };
      return { turn: undefined, leave };
    }
    makeRoomFor(owner);
    const { promise: turn, resolve, reject: refuse } = Promise.withResolvers<void>();
    let hasBegun = false;
    const entry = { begin: () => resolve(void (hasBegun = true)), refuse };
    queues.set(owner, [...(queues.get(owner) ?? []), entry]);
    const leave = () => {
      if (!hasEnded && hasBegun) next();
      else remove(owner, entry);
      hasEnded = true;
    };
    return { turn, leave };
  };

  return {
    take,
    run: async (owner, task) => {
      const { turn, leave } = take(owner);
      await turn;
      try {
        return await task();
      } finally {
        leave();
      }
    },
    load: () => running + waiting(),
    clear(reason) {
      const refused = [...queues.values()].flat();
      queues.clear();
      for (const { refuse } of refused) refuse(reason);
    },
  };
}
