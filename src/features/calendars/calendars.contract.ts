import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, instant } from '#shared/fields.ts';

const choice = z.object({
  /** The saved view whose containers the calendar has. Null: the containers that the user follows. */
  view_id: id.nullable(),
});

const address = choice.extend({ created_at: instant, last_read_at: instant.nullable() });
export type CalendarAddress = z.infer<typeof address>;

export const calendarsContract = {
  own: {
    method: 'GET',
    path: '/api/calendar',
    summary: "One's own calendar address, without its secret. Null if there is none.",
    answer: z.object({ address: address.nullable() }),
  },
  create: {
    method: 'POST',
    path: '/api/calendar',
    summary:
      'Makes a secret address at which calendar programs read the dates of containers. It replaces the earlier one. Only this answer has the address. A new password of the owner revokes it.',
    body: choice,
    status: 201,
    answer: address.extend({ path: z.string() }),
    refuses: ['password.confirmation_required', 'container.view_not_found'],
  },
  choose: {
    method: 'PUT',
    path: '/api/calendar',
    summary: 'Chooses the containers of the calendar. The address stays.',
    body: choice,
    answer: address,
    refuses: ['calendar.not_found', 'container.view_not_found'],
  },
  revoke: {
    method: 'DELETE',
    path: '/api/calendar',
    summary: 'Revokes the calendar address.',
    refuses: ['calendar.not_found'],
  },
  read: {
    method: 'GET',
    // The log has addresses without their query, and so without the secret.
    path: '/api/calendar.ics',
    open: true,
    summary:
      'The dates of containers as iCalendar: PFI, ex-factory, ETD, ETA, last free day and empty return, from 60 days ago on, at most 500. The rights are those of the owner at the time of the request.',
    query: z.object({ key: z.string().max(100) }),
    sends: 'calendar',
    refuses: ['calendar.not_found', 'rate_limit.exceeded'],
  },
} as const satisfies Contract;
