import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id } from '#shared/fields.ts';

export const team = z.object({ id, name: z.string(), description: z.string().nullable() });
export type Team = z.infer<typeof team>;

export const teamsContract = {
  list: { method: 'GET', path: '/api/teams', summary: 'Every team.', answer: z.array(team) },
} as const satisfies Contract;
