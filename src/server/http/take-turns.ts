import type { Locker } from '@tus/server';
import { Refusal } from '../refusal.ts';

/** Somebody else has the turn that this request needs, or needed. */
export const taken = () =>
  new Refusal(423, 'Another request is about this upload. Ask how far it has come and go on there.');

type Turn = { askToEnd: () => unknown; begin: () => void };

// A finished upload is put together while its turn lasts, and a large one takes a while.
const waitAtMostMs = 30_000;

/**
 * Requests about the same upload take turns, in the order in which they came; whoever waits has the one before asked to
 * end, for its client may have gone without a word. Not the package's own locker, which waits by asking again without a
 * pause and so takes a whole core.
 */
export function makeTurns(): Locker {
  const queues = new Map<string, Turn[]>();
  return {
    newLock: (id) => ({
      async lock(signal, askToEnd) {
        const queue = queues.get(id) ?? [];
        queues.set(id, queue);
        const turn: Turn = { askToEnd, begin: () => {} };
        queue.push(turn);
        if (queue.length === 1) return;
        void queue[0]?.askToEnd();
        await new Promise<void>((resolve, reject) => {
          const giveUp = () => {
            queue.splice(queue.indexOf(turn), 1);
            clearTimeout(timer);
            reject(taken());
          };
          const timer = setTimeout(giveUp, waitAtMostMs);
          signal.addEventListener('abort', giveUp, { once: true });
          turn.begin = () => {
            clearTimeout(timer);
            signal.removeEventListener('abort', giveUp);
            resolve();
          };
        });
      },
      async unlock() {
        const queue = queues.get(id) ?? [];
        queue.shift();
        const [next, another] = queue;
        if (!next) queues.delete(id);
        next?.begin();
        if (another) void next?.askToEnd();
      },
    }),
  };
}
