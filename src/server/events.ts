import type { LiveTopic } from '#shared/live-topics.ts';

/** A change that open pages may show. It names the data to request again, and contains none of it. */
export type LiveEvent =
  | { topic: Extract<LiveTopic, 'notifications'>; userIds: readonly number[] }
  | { topic: Extract<LiveTopic, 'containers'> };

export type Events = {
  /** Call this after the transaction has committed: a subscriber that reads immediately must see the change. */
  publish: (event: LiveEvent) => void;
  /** Returns a function that unsubscribes. */
  subscribe: (listener: (event: LiveEvent) => void) => () => void;
};

/** Events inside one process. */
export function makeEvents(): Events {
  const listeners = new Set<(event: LiveEvent) => void>();
  return {
    publish: (event) => {
      for (const listener of listeners) listener(event);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

// Events within this time are sent together, so that a thousand small uploads do not cause a thousand messages to every
// page.
const collectMs = 200;

export type Gathered = { userIds: Set<number>; containers: boolean };

/** Returns a listener that collects events for a moment and passes them on together. */
export function gathered(pass: (received: Gathered) => void): (event: LiveEvent) => void {
  let received: Gathered | undefined;
  const startCollecting = (): Gathered => {
    const first: Gathered = { userIds: new Set(), containers: false };
    setTimeout(() => {
      received = undefined;
      pass(first);
    }, collectMs).unref();
    return first;
  };
  return (event) => {
    received ??= startCollecting();
    if (event.topic === 'containers') received.containers = true;
    else for (const id of event.userIds) received.userIds.add(id);
  };
}
