import type { FastifyRequest } from 'fastify';
import { shownUserHeader } from '#shared/shown-user.ts';
import { refusal } from '../refusal.ts';
import type { Caller } from './caller.ts';

const text = 'Another user has signed in in this browser, so nothing was saved. Load the page again.';

/** Refuses with 403 a write from a page that shows another user. A client without the header is not checked. */
export function refuseOtherUser({ headers }: FastifyRequest, caller: Caller | undefined): void {
  const shown = headers[shownUserHeader];
  if (caller && shown !== undefined && shown !== String(caller.id)) throw refusal.forbidden('session.other_user', text);
}
