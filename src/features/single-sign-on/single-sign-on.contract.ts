import { z } from 'zod';
import { currentUser } from '#features/session/session.contract.ts';
import type { Contract } from '#shared/endpoint.ts';

export const singleSignOnContract = {
  begin: {
    method: 'POST',
    path: '/api/login/provider',
    open: true,
    summary: 'Begins a sign-in at the provider of single sign-on: the browser then opens `address`.',
    answer: z.object({ address: z.string() }),
    refuses: ['route.not_found', 'sign_in.provider_away', 'rate_limit.exceeded'],
  },
  finish: {
    method: 'POST',
    path: '/api/login/provider/finish',
    open: true,
    summary: 'Signs in with the answer of the provider: the query with which it sends the browser back.',
    body: z.object({ query: z.string().max(8000) }),
    answer: z.object({ user: currentUser }),
    refuses: [
      'route.not_found',
      'sign_in.provider_expired',
      'sign_in.not_admitted',
      'sign_in.provider_away',
      'rate_limit.exceeded',
    ],
  },
} as const satisfies Contract;
