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

type Waiting = { start: () => void; refuse: (error: unknown) => void };

export function makeHashingSlots(busyMessage: string, workers = 1): HashingSlots {
  const slots = Math.ceil(hashesAtOnce / workers);
  const queueLength = Math.ceil(maxWaiting / workers);
  const busy = () => refusal.unavailable('server.busy', busyMessage);
  let running = 0;
  /** The waiting work of each client. The client whose turn is next comes first. */
  const queues = new Map<string, Waiting[]>();

  /** Makes room for a client by refusing the newest work of the client with the most. */
  const makeRoomFor = (client: string) => {
    const all = [...queues];
    if (all.reduce((sum, [, queue]) => sum + queue.length, 0) < queueLength) return;
    const [, longest] = all.reduce((one, other) => (other[1].length > one[1].length ? other : one));
    if ((queues.get(client)?.length ?? 0) + 1 >= longest.length) throw busy();
    longest.pop()?.refuse(busy());
  };

  const enter = async (ip: string) => {
    if (running < slots) {
      running += 1;
      return;
    }
    const { address, network } = networkOf(ip);
    const client = network ?? address;
    makeRoomFor(client);
    await new Promise<void>((start, refuse) => {
      queues.set(client, [...(queues.get(client) ?? []), { start, refuse }]);
    });
  };

  const leave = () => {
    const [next] = queues;
    if (!next) {
      running -= 1;
      return;
    }
    const [client, [first, ...rest]] = next;
    queues.delete(client);
    if (rest.length > 0) queues.set(client, rest);
    // Passes the slot on without releasing it.
    first?.start();
  };

  return {
    async run(work, ip) {
      await enter(ip);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
