import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, instant } from '#shared/fields.ts';
import { containerEvent } from '../core/containers.contract.ts';

const changedContainer = z.object({
  id,
  name: z.string(),
  container_no: z.string(),
  /** The number of entries in the history of the container since that time. */
  changes: z.number(),
  last: containerEvent,
});

const visit = z.object({
  /** The end of the visit before. Null: this is the first visit. */
  since: instant.nullable(),
  /** The number of containers that others have changed since then, among the newest 1,000 changes. */
  changed: z.number(),
  /** There are more than 1,000 changes. */
  more: z.boolean(),
  /** The five containers with the latest changes. */
  containers: z.array(changedContainer),
});
export type Visit = z.infer<typeof visit>;

export const containerVisitsContract = {
  visit: {
    method: 'POST',
    path: '/api/containers/looks',
    summary: 'Begins or continues a visit. Returns the changes of others since the visit before.',
    answer: visit,
  },
} as const satisfies Contract;
