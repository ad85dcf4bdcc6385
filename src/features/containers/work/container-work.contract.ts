import { z } from 'zod';
import { calendarDate } from '#shared/calendar.ts';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, oneLine, requiredLine, severalLines } from '#shared/fields.ts';
import { filterFields, idList, orderFields } from '../core/container-fields.contract.ts';
import { fieldRefusals } from '../core/container-fields.texts.ts';
import { container, containerEvent, evidence, reason, version } from '../core/containers.contract.ts';
import { delayCategories, maxEvidence } from '../core/containers.rules.ts';
import { refusals } from '../core/containers.texts.ts';
import { layouts } from '../list/containers-view.rules.ts';

const params = z.object({ id: idText });

const delay = z.object({
  kind: z.enum(['pfi', 'ex_factory']),
  reason,
  category: z.enum(delayCategories, { error: refusals.unknownCategory }).nullish(),
  /** The new PFI or ex-factory date. Left out: the date stays. */
  new_date: calendarDate(refusals.dateWrong).nullish(),
  version,
  file_ids: evidence,
});
export type DelayInput = z.output<typeof delay>;

const comment = z.object({
  text: z
    .string({ error: fieldRefusals.commentRequired })
    .pipe(severalLines(2000, fieldRefusals.commentTooLong))
    .refine((text) => text !== null, fieldRefusals.commentRequired),
  /** The ids of mentioned users. Those who see the container are notified. */
  mentions: z.array(id).max(50).default([]),
  file_ids: evidence,
});
export type CommentInput = z.output<typeof comment>;

const person = z.object({ id, name: z.string() });

const view = z.object({
  id,
  name: z.string(),
  /** The query part of the address of the screen. */
  query: z.string(),
  /** The columns of the table in their order. */
  columns: z.array(z.string()),
  shared: z.boolean(),
  /** Whether the caller may change and delete it: the author, and administrators if it is shared. */
  mine: z.boolean(),
});
export type SavedView = z.infer<typeof view>;

const viewInput = z.object({
  name: requiredLine(100, fieldRefusals.viewNameRequired, fieldRefusals.viewNameTooLong),
  query: oneLine(4000).default(''),
  columns: z
    .array(z.string().regex(/^[a-zA-Z_]{1,40}$/))
    .max(60)
    .default([]),
  /** The view is for all users with the module. Only roles 1 and 2 may save such a view. */
  shared: z.boolean().default(false),
});
export type ViewInput = z.output<typeof viewInput>;

/** Calls of the page of a container and of the table. Our choice throughout. */
export const containerWorkContract = {
  delay: {
    method: 'POST',
    path: '/api/containers/:id/delay',
    summary: 'Logs a delay and sets the new date in one step, with the log entries of both.',
    params,
    body: delay,
    answer: container,
    refuses: [
      'container.not_found',
      'container.changed',
      'container.delay_not_allowed',
      'container.delay_reason_required',
      'container.file_not_linked',
    ],
  },
  comment: {
    method: 'POST',
    path: '/api/containers/:id/comments',
    summary: 'Adds a comment to the history, and notifies the people mentioned, the followers and the assignee.',
    params,
    body: comment,
    answer: containerEvent,
    status: 201,
    refuses: ['container.not_found', 'container.file_not_linked', 'rate_limit.exceeded'],
  },
  addDocuments: {
    method: 'POST',
    path: '/api/containers/:id/history/:event_id/files',
    summary: 'Adds linked documents to a status change, a delay or a comment that is in the history already.',
    params: z.object({ id: idText, event_id: idText }),
    body: z.object({ file_ids: z.array(id).min(1).max(maxEvidence, refusals.tooMuchEvidence) }),
    answer: z.object({ added: z.number() }),
    refuses: [
      'container.not_found',
      'container.event_not_found',
      'container.file_not_linked',
      'container.too_many_documents',
    ],
  },
  followers: {
    method: 'GET',
    path: '/api/containers/:id/followers',
    summary: 'The followers of a container, and whether the caller is one.',
    params,
    answer: z.object({ following: z.boolean(), followers: z.array(person) }),
    refuses: ['container.not_found'],
  },
  follow: {
    method: 'PUT',
    path: '/api/containers/:id/follow',
    summary:
      'Notifies the caller of comments on this container from now on, and of delays and moved dates by mail if they chose so.',
    params,
    refuses: ['container.not_found', 'container.too_many_followers'],
  },
  unfollow: {
    method: 'DELETE',
    path: '/api/containers/:id/follow',
    summary: 'Stops these notifications.',
    params,
    refuses: ['container.not_found'],
  },
  neighbours: {
    method: 'GET',
    path: '/api/containers/:id/neighbours',
    summary: 'The previous and the next container in a filtered and sorted list.',
    params,
    query: z.object({ ...filterFields, ...orderFields }),
    answer: z.object({ previous: id.nullable(), next: id.nullable() }),
    refuses: ['container.not_found'],
  },
  people: {
    method: 'GET',
    path: '/api/containers/people',
    summary: 'People with this module by a part of their name, for assignees and mentions.',
    query: z.object({
      search: oneLine(255).default(''),
      limit: z.coerce.number().int().min(1).max(50).default(20),
      ids: idList,
    }),
    answer: z.array(person),
  },
  layout: {
    method: 'GET',
    path: '/api/containers/layout',
    summary: 'The layout of the list that the caller has chosen. Null until the first choice.',
    answer: z.object({ layout: z.enum(layouts).nullable() }),
  },
  chooseLayout: {
    method: 'PUT',
    path: '/api/containers/layout',
    summary: 'Keeps the layout of the list for the caller, on every device.',
    body: z.object({ layout: z.enum(layouts) }),
    answer: z.object({ layout: z.enum(layouts) }),
  },
  views: {
    method: 'GET',
    path: '/api/containers/views',
    summary: 'The saved views of the caller and the shared ones, by name.',
    answer: z.array(view),
  },
  saveView: {
    method: 'POST',
    path: '/api/containers/views',
    summary: 'Saves the filters, order and columns of the table under a name.',
    body: viewInput,
    answer: view,
    status: 201,
    refuses: ['container.too_many_views'],
  },
  changeView: {
    method: 'PUT',
    path: '/api/containers/views/:id',
    summary: 'Replaces a saved view.',
    params,
    body: viewInput,
    answer: view,
    refuses: ['container.view_not_found', 'container.too_many_views'],
  },
  removeView: {
    method: 'DELETE',
    path: '/api/containers/views/:id',
    summary: 'Deletes a saved view.',
    params,
    refuses: ['container.view_not_found'],
  },
} as const satisfies Contract;
