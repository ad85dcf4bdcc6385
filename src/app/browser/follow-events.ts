import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import { notificationsKey } from '#features/notifications/web/notifications.data.ts';
import type { LiveTopic } from '#shared/live-topics.ts';

/** What each topic puts in doubt: every query whose key begins so. */
const keys: Record<LiveTopic, QueryKey> = {
  notifications: notificationsKey,
  containers: ['containers'],
};
const topics = Object.keys(keys) as LiveTopic[];

// Everybody hears of an upload at the same moment; they are not to ask at the same moment, nor each time of many.
const askWithinMs = 500;
const askAgainAfterMs = 5_000;

// A server that starts anew is not to be met by everybody at once, and one that is away not all the time.
const shortestPauseMs = 2_000;
const longestPauseMs = 60_000;
const steadyAfterMs = 60_000;

/** Follows the server's live events while somebody is signed in. What it misses, the polls find. */
export function useLiveEvents(): void {
  const client = useQueryClient();
  useEffect(() => followWhileVisible(client), [client]);
}

/** Browsers allow six connections to a host, and an event stream keeps one: hidden tabs give theirs up. */
function followWhileVisible(client: QueryClient): () => void {
  const { ask, stop } = askSparingly(client);
  let leave: (() => void) | undefined;
  // The page has just asked for everything; at any later beginning something may have been missed.
  let isFirst = true;
  const begun = (isOpen: boolean) => {
    if (isOpen && !isFirst) topics.forEach(ask);
    isFirst = false;
  };
  const look = () => {
    if (leave) begun(false);
    leave?.();
    leave = document.visibilityState === 'visible' ? follow(ask, begun) : undefined;
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    leave?.();
    stop();
  };
}

type Ask = (topic: LiveTopic) => void;

/** Holds a stream and comes back to it when it is lost. Returns what gives it up. */
function follow(ask: Ask, begun: (isOpen: boolean) => void): () => void {
  let source: EventSource;
  let timer: number | undefined;
  let failures = 0;

  const connect = () => {
    const connectedAt = Date.now();
    source = new EventSource(notificationsContract.live.path);
    for (const topic of topics) source.addEventListener(topic, () => ask(topic));
    source.addEventListener('open', () => begun(true));
    source.addEventListener('error', () => {
      // The browser would come back by itself, but always after the same pause, and not at all when it was refused.
      const isRefused = source.readyState === EventSource.CLOSED;
      source.close();
      begun(false);
      // Whoever is no longer signed in learns it from the answer to this, and then nobody follows any more.
      if (isRefused) ask('notifications');
      failures = Date.now() - connectedAt > steadyAfterMs ? 0 : failures + 1;
      timer = window.setTimeout(connect, pauseAfter(failures));
    });
  };

  connect();
  return () => {
    window.clearTimeout(timer);
    source.close();
  };
}

const pauseAfter = (failures: number) =>
  Math.min(shortestPauseMs * 2 ** failures, longestPauseMs) * (0.5 + Math.random() / 2);

/** Asks again for what a topic puts in doubt: soon, and not again within some seconds. */
function askSparingly(client: QueryClient): { ask: Ask; stop: () => void } {
  const timers = new Map<LiveTopic, number>();
  const askedAt = new Map<LiveTopic, number>();
  const ask: Ask = (topic) => {
    if (timers.has(topic)) return;
    const notBefore = (askedAt.get(topic) ?? -Infinity) + askAgainAfterMs - Date.now();
    const wait = Math.max(notBefore, 0) + Math.random() * askWithinMs;
    const askNow = () => {
      timers.delete(topic);
      askedAt.set(topic, Date.now());
      void client.invalidateQueries({ queryKey: keys[topic] });
    };
    timers.set(topic, window.setTimeout(askNow, wait));
  };
  return { ask, stop: () => timers.forEach((timer) => window.clearTimeout(timer)) };
}
