import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import { notificationsKey } from '#features/notifications/web/notifications.data.ts';
import type { LiveTopic } from '#shared/live-topics.ts';

/** For each topic, the prefix of the query keys that it makes stale. */
const keys: Record<LiveTopic, QueryKey> = {
  notifications: notificationsKey,
  containers: ['containers'],
};
const topics = Object.keys(keys) as LiveTopic[];

// All clients receive an event at the same moment. The jitter spreads their requests, and the interval combines many events.
const refreshJitterMs = 500;
const refreshIntervalMs = 5_000;

// After a restart, the clients do not all reconnect at once, and they try less and less often while the server is away.
const minPauseMs = 2_000;
const maxPauseMs = 60_000;
const stableAfterMs = 60_000;

/** Subscribes to the server's live events. Polling finds the changes whose events were missed. */
export function useLiveEvents(): void {
  const client = useQueryClient();
  useEffect(() => followWhileVisible(client), [client]);
}

/** A browser allows six connections to a host, and an event stream occupies one. So hidden tabs close theirs. */
function followWhileVisible(client: QueryClient): () => void {
  const { refresh, stop } = throttleRefresh(client);
  let close: (() => void) | undefined;
  // The page has just loaded its data. When a later stream opens, events may have been missed.
  let isFirst = true;
  const onChange = (isOpen: boolean) => {
    if (isOpen && !isFirst) topics.forEach(refresh);
    isFirst = false;
  };
  const update = () => {
    if (close) onChange(false);
    close?.();
    close = document.visibilityState === 'visible' ? follow(refresh, onChange) : undefined;
  };
  update();
  document.addEventListener('visibilitychange', update);
  return () => {
    document.removeEventListener('visibilitychange', update);
    close?.();
    stop();
  };
}

type Refresh = (topic: LiveTopic) => void;

/** Opens an event stream and reconnects after an error. Returns a function that closes it. */
function follow(refresh: Refresh, onChange: (isOpen: boolean) => void): () => void {
  let source: EventSource;
  let timer: number | undefined;
  let failures = 0;

  const connect = () => {
    const connectedAt = Date.now();
    source = new EventSource(notificationsContract.live.path);
    for (const topic of topics) source.addEventListener(topic, () => refresh(topic));
    source.addEventListener('open', () => onChange(true));
    source.addEventListener('error', () => {
      // The browser reconnects after a fixed pause, and never after an HTTP error.
      const isRefused = source.readyState === EventSource.CLOSED;
      source.close();
      onChange(false);
      // If the session has ended, the response to this call is a 401, and the page leaves for the login screen.
      if (isRefused) refresh('notifications');
      failures = Date.now() - connectedAt > stableAfterMs ? 0 : failures + 1;
      timer = window.setTimeout(connect, pauseAfter(failures));
    });
  };

  connect();
  return () => {
    window.clearTimeout(timer);
    source.close();
  };
}

const pauseAfter = (failures: number) => Math.min(minPauseMs * 2 ** failures, maxPauseMs) * (0.5 + Math.random() / 2);

/** Refreshes the queries of a topic soon, and at most once per interval. */
function throttleRefresh(client: QueryClient): { refresh: Refresh; stop: () => void } {
  const timers = new Map<LiveTopic, number>();
  const refreshedAt = new Map<LiveTopic, number>();
  const refresh: Refresh = (topic) => {
    if (timers.has(topic)) return;
    const notBefore = (refreshedAt.get(topic) ?? -Infinity) + refreshIntervalMs - Date.now();
    const wait = Math.max(notBefore, 0) + Math.random() * refreshJitterMs;
    const refreshNow = () => {
      timers.delete(topic);
      refreshedAt.set(topic, Date.now());
      void client.invalidateQueries({ queryKey: keys[topic] });
    };
    timers.set(topic, window.setTimeout(refreshNow, wait));
  };
  return { refresh, stop: () => timers.forEach((timer) => window.clearTimeout(timer)) };
}
