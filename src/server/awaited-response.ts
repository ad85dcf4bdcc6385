import { AsyncLocalStorage } from 'node:async_hooks';
import type { Writable } from 'node:stream';

/** The response of the running call, if the call only reads. Its queries end when the client closes the connection. */
export const awaitedResponse = new AsyncLocalStorage<Writable>();

/** Ends a call after its client has disconnected. The end is not logged. */
export class ClientLeft extends Error {}

export const hasLeft = (response: Writable | undefined): boolean =>
  response !== undefined && response.destroyed && !response.writableFinished;

/** Throws ClientLeft if the client has closed the connection. */
export function refuseIfLeft(response: Writable | undefined): void {
  if (hasLeft(response)) throw new ClientLeft();
}
