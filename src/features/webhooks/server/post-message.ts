import { request as requestPlainly } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isIP } from 'node:net';
import { answerMs, bodyMs, connectMs } from '../webhooks.rules.ts';
import { failures } from '../webhooks.texts.ts';
import { AddressRefused, hostOf, makeAddressGuard } from './address-guard.ts';

/** The result of one try. Without an error, the receiver has accepted the message. */
export type Answer = { status: number | null; answer: string | null; duration_ms: number; error: string | null };

const maxAnswerBytes = 1_024;

type Sent = { url: string; headers: Record<string, string>; body: string };

class TooLate extends Error {}

/**
 * Sends a message to a receiver. Redirects are not followed, and the connection ends after the first bytes of the answer. Throws only
 * if `signal` is aborted.
 */
export async function postMessage(sent: Sent, networks: readonly string[], signal: AbortSignal): Promise<Answer> {
  const began = performance.now();
  const result = (status: number | null, answer: string | null, error: string | null): Answer => {
    return { status, answer, duration_ms: Math.round(performance.now() - began), error };
  };
  let response: IncomingMessage | undefined;
  try {
    response = await send(sent, networks, signal);
    const status = response.statusCode ?? 0;
    return result(status, await firstBytes(response), errorOf(status));
  } catch (error) {
    if (signal.aborted) throw error;
    return result(null, null, sentenceOf(error as NodeJS.ErrnoException));
  } finally {
    response?.destroy();
  }
}

function send(
  { url, headers, body }: Sent,
  networks: readonly string[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const address = new URL(url);
  const isPlain = address.protocol === 'http:';
  const { check, lookup } = makeAddressGuard(networks, isPlain);
  const host = hostOf(address);
  return new Promise((resolve, reject) => {
    // Node looks up names only.
    if (isIP(host) !== 0) check(host, [host]);
    const options = { method: 'POST', headers, lookup, signal, agent: false };
    const request = (isPlain ? requestPlainly : requestSecurely)(address, options);
    const endAfter = (ms: number, sentence: string) => setTimeout(() => request.destroy(new TooLate(sentence)), ms);
    let timer = endAfter(connectMs, failures.noConnection);
    const ended = (settle: () => void) => {
      clearTimeout(timer);
      settle();
    };
    request.on('socket', (socket) =>
      socket.once(isPlain ? 'connect' : 'secureConnect', () => {
        clearTimeout(timer);
        timer = endAfter(answerMs, failures.noAnswer);
      }),
    );
    request.on('response', (response) => ended(() => resolve(response)));
    request.on('error', (error) => ended(() => reject(error)));
    request.end(body);
  });
}

/** Returns the begin of a body as text. A body that comes slowly or breaks off is cut. */
async function firstBytes(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(() => response.destroy(), bodyMs);
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part.subarray(0, maxAnswerBytes - length));
      length += part.length;
      if (length >= maxAnswerBytes) break;
    }
  } catch {
    // What has come is kept.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(parts).toString().toWellFormed().replaceAll('\0', '');
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? failures.redirected(status) : failures.refused(status);
}

function sentenceOf(error: NodeJS.ErrnoException): string {
  if (error instanceof AddressRefused || error instanceof TooLate) return error.message;
  return failures.codes[error.code ?? ''] ?? failures.other(error.message || (error.code ?? error.name));
}
