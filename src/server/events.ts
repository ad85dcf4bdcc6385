import type { LiveTopic } from '#shared/live-topics.ts';

/** Something changed that a browser may show: it says what to ask about again, never what is in it. */
export type LiveEvent =
  | { topic: Extract<LiveTopic, 'notifications'>; userIds: readonly number[] }
  | { topic: Extract<LiveTopic, 'containers'> };

export type Events = {
  /** To be called after the transaction: who asks on hearing it must find the change. */
  tell: (event: LiveEvent) => void;
  /** Returns what stops the listening. */
  listen: (listener: (event: LiveEvent) => void) => () => void;
};

/** Events between the parts of one process. */
export function makeEvents(): Events {
  const listeners = new Set<(event: LiveEvent) => void>();
  return {
    tell: (event) => {
      for (const listener of listeners) listener(event);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

// What happens at nearly the same time is told at once, so that a thousand small uploads do not tell everybody a thousand times.
const gatherMs = 200;

export type Gathered = { userIds: Set<number>; containers: boolean };

/** A listener that passes on together what it has heard within a moment. */
export function gathered(pass: (heard: Gathered) => void): (event: LiveEvent) => void {
  let heard: Gathered | undefined;
  const gather = (): Gathered => {
    const first: Gathered = { userIds: new Set(), containers: false };
    setTimeout(() => {
      heard = undefined;
      pass(first);
    }, gatherMs).unref();
    return first;
  };
  return (event) => {
    heard ??= gather();
    if (event.topic === 'containers') heard.containers = true;
    else for (const id of event.userIds) heard.userIds.add(id);
  };
}
