/** Something changed that a browser may show: it says what to ask about again, never what is in it. */
export type LiveEvent = { topic: 'notifications'; userIds: readonly number[] } | { topic: 'containers' };

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
