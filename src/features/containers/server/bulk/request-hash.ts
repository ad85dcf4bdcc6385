import { createHash } from 'node:crypto';

/** Identifies a change that names the versions of its containers. A second call with the same hash is sent by a client that has not received the answer. */
export const hashOfRequest = (input: object): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('hex');
