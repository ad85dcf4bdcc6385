import type { Locker } from '@tus/server';
import { Refusal } from '../refusal.ts';

/** Another request holds the lock that this request needs, or has taken it over. */
export const lockedByAnother = () =>
  new Refusal('upload.locked', 'Another request is using this upload. Request its offset and continue there.');

type UploadLock = { askToEnd: () => unknown; begin: () => void };

// The request that finishes an upload holds the lock while the file is assembled, which is slow for a large file.
const maxWaitMs = 30_000;

/**
 * Requests for the same upload run one after the other, in their order of arrival. A waiting request asks the running
 * one to end, because the client of that one may have disconnected silently. The package's own locker is not used: it
 * polls without a pause and uses a whole core.
 */
export function makeUploadLocks(): Locker {
  const queues = new Map<string, UploadLock[]>();
  return {
    newLock: (id) => ({
      async lock(signal, askToEnd) {
        const queue = queues.get(id) ?? [];
        queues.set(id, queue);
        const lock: UploadLock = { askToEnd, begin: () => {} };
        queue.push(lock);
        if (queue.length === 1) return;
        void queue[0]?.askToEnd();
        await new Promise<void>((resolve, reject) => {
          const giveUp = () => {
            queue.splice(queue.indexOf(lock), 1);
            clearTimeout(timer);
            reject(lockedByAnother());
          };
          const timer = setTimeout(giveUp, maxWaitMs);
          signal.addEventListener('abort', giveUp, { once: true });
          lock.begin = () => {
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
