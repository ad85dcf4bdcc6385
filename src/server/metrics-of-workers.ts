import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { AggregatorRegistry } from 'prom-client';
import type { Registry } from 'prom-client';
import { refusal } from './refusal.ts';

// Whoever asks for the metrics of a server of several workers reaches one of them. That one asks the primary, which asks them
// all and adds up what they say.

type Asked = { metricsFor: string };
type Told = { metricsFor: string; text: string | undefined };

const texts = { noAnswer: 'A worker does not answer right now. Try again in a moment.' };

// The primary gives up after 5 seconds, when a worker has ended meanwhile.
const answerWithinMs = 6_000;

/** In the primary: answers workers that ask for the metrics of all. */
export function gatherMetrics(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', (worker, message: Partial<Asked>) => {
    const { metricsFor } = message;
    if (metricsFor === undefined) return;
    const tell = (text?: string) => worker.isConnected() && worker.send({ metricsFor, text });
    all.clusterMetrics().then(tell, () => tell());
  });
}

/** In a worker: tells the primary what was counted here, when it asks. */
export function answerPrimary(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  // It begins to listen when one is made.
  void new AggregatorRegistry();
}

/** In a worker: the metrics of all. Refuses 503 when one of them does not answer. */
export function askForAll(): Promise<string> {
  const question = randomUUID();
  return new Promise((resolve, reject) => {
    const settle = (text: string | undefined) => {
      clearTimeout(timer);
      process.off('message', hear);
      if (text === undefined) reject(refusal.unavailable(texts.noAnswer));
      else resolve(text);
    };
    const hear = ({ metricsFor, text }: Partial<Told>) => metricsFor === question && settle(text);
    const timer = setTimeout(settle, answerWithinMs, undefined);
    process.on('message', hear);
    process.send?.({ metricsFor: question } satisfies Asked);
  });
}
