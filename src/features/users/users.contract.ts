import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id } from '#shared/fields.ts';

export const usersContract = {
  roles: {
    method: 'GET',
    path: '/api/roles',
    summary: 'Every role.',
    answer: z.array(z.object({ id, role_id: id, role_name: z.string() })),
  },
} as const satisfies Contract;
