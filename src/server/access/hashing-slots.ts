import { makeFairQueue } from '../fair-queue.ts';
import { refusal } from '../refusal.ts';
import { networkOf } from './client-network.ts';

/**
 * Limits concurrent hashing, so that many sign-ins do not take the CPU from other calls. Clients take turns: work that
 * waits for one network address delays that of another one by at most one hash.
 */
export type HashingSlots = { run: <T>(work: () => Promise<T>, ip: string) => Promise<T> };

// The limit for one machine, divided between its workers. Each worker has at least one slot, for which it has a core.
const hashesAtOnce = 2;
const maxWaiting = 100;

export function makeHashingSlots(busyMessage: string, workers = 1): HashingSlots {
  const queue = makeFairQueue<string>({
    atOnce: Math.ceil(hashesAtOnce / workers),
    maxWaiting: Math.ceil(maxWaiting / workers),
    refusalOf: () => refusal.unavailable('server.busy', busyMessage),
  });
  return {
    run: async (work, ip) => {
      const { address, network } = networkOf(ip);
      return queue.run(network ?? address, work);
    },
  };
}
