import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id } from '#shared/fields.ts';

export const permission = z.object({ module_id: id, role_id: id, can_view: z.number().int().min(0).max(1) });

export const permissionsContract = {
  list: {
    method: 'GET',
    path: '/api/permissions',
    summary: 'The matrix: every module, every role, and what each role may view.',
    answer: z.object({
      permissions: z.array(permission),
      modules: z.array(z.object({ id, name: z.string() })),
      roles: z.array(z.object({ role_id: id, role_name: z.string() })),
    }),
  },
} as const satisfies Contract;
