import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { AggregatorRegistry } from 'prom-client';
import type { Registry } from 'prom-client';
import { refusal } from './refusal.ts';

// With several workers, a request for the metrics reaches one of them. This worker asks the primary, which collects the
// metrics of all workers and adds them up.

type MetricsRequest = { metricsFor: string };
type MetricsReply = { metricsFor: string; text: string | undefined };

const texts = { noAnswer: 'A worker process does not respond at the moment. Try again later.' };

// The primary stops waiting after 5 seconds if a worker has ended.
const replyTimeoutMs = 6_000;

/** Runs in the primary: answers the workers that request the metrics of all workers. */
export function gatherMetrics(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', (worker, message: Partial<MetricsRequest>) => {
    const { metricsFor } = message;
    if (metricsFor === undefined) return;
    const send = (text?: string) => worker.isConnected() && worker.send({ metricsFor, text });
    all.clusterMetrics().then(send, () => send());
  });
}

/** Runs in a worker: sends the metrics of this worker to the primary when the primary requests them. */
export function answerPrimary(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  // The constructor registers the message listener.
  void new AggregatorRegistry();
}

/** Runs in a worker: returns the metrics of all workers. Refuses with 503 if a worker does not respond. */
export function requestMetricsOfAll(): Promise<string> {
  const requestId = randomUUID();
  return new Promise((resolve, reject) => {
    const settle = (text: string | undefined) => {
      clearTimeout(timer);
      process.off('message', onMessage);
      if (text === undefined) reject(refusal.unavailable('server.busy', texts.noAnswer));
      else resolve(text);
    };
    const onMessage = ({ metricsFor, text }: Partial<MetricsReply>) => metricsFor === requestId && settle(text);
    const timer = setTimeout(settle, replyTimeoutMs, undefined);
    process.on('message', onMessage);
    process.send?.({ metricsFor: requestId } satisfies MetricsRequest);
  });
}
