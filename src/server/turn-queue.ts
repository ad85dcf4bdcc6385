/** Runs one work at a time. Callers (`turnOf`) take turns, so that many works of one do not delay that of another. */
export function makeTurnQueue(): <T>(turnOf: number, work: () => Promise<T>) => Promise<T> {
  /** The waiting works of each caller. The caller whose turn it is comes first. */
  const queues = new Map<number, (() => Promise<void>)[]>();
  let isRunning = false;

  const next = async (): Promise<void> => {
    isRunning = true;
    for (let [turn] = queues; turn; [turn] = queues) {
      const [caller, [first, ...rest]] = turn;
      queues.delete(caller);
      if (rest.length > 0) queues.set(caller, rest);
      await first?.();
    }
    isRunning = false;
  };
  return (turnOf, work) =>
    new Promise((resolve, reject) => {
      const run = () => Promise.try(work).then(resolve, reject);
      queues.set(turnOf, [...(queues.get(turnOf) ?? []), run]);
      if (!isRunning) void next();
    });
}
