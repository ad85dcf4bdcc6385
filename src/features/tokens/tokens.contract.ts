import { z } from 'zod';
import { areas } from '#shared/access.ts';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, instant, requiredLine } from '#shared/fields.ts';
import { maxTokenDays, maxTokensListed } from './tokens.rules.ts';
import { refusals } from './tokens.texts.ts';

const rights = {
  can_write: z.boolean(),
  areas: z.array(z.enum(areas), refusals.areaRequired).min(1, refusals.areaRequired).max(areas.length),
};

const token = z.object({
  id,
  name: z.string(),
  ...rights,
  /** Null: every team of the owner. */
  team_ids: z.array(id).nullable(),
  created_at: instant,
  expires_at: instant,
  last_used_at: instant.nullable(),
  last_address: z.string().nullable(),
});
export type Token = z.infer<typeof token>;

const ownedToken = z.object({ ...token.shape, user: z.object({ id, name: z.string() }) });
export type OwnedToken = z.infer<typeof ownedToken>;

export const tokensContract = {
  own: {
    method: 'GET',
    path: '/api/tokens',
    summary: "One's own access tokens, the newest first.",
    answer: z.array(token),
  },
  create: {
    method: 'POST',
    path: '/api/tokens',
    summary:
      'Makes an access token. This answer alone has the token itself, which programs send as `Authorization: Bearer`. It never has more rights than its owner. A new password of the owner revokes it.',
    body: z.object({
      name: requiredLine(80, refusals.nameRequired, refusals.nameTooLong),
      ...rights,
      days: z.int(refusals.days).min(1, refusals.days).max(maxTokenDays, refusals.days),
      team_ids: z.array(id).min(1, refusals.teamRequired).max(200).nullish(),
    }),
    status: 201,
    answer: z.object({ ...token.shape, token: z.string() }),
    refuses: ['password.confirmation_required', 'token.too_many', 'team.unknown'],
  },
  everyone: {
    method: 'GET',
    path: '/api/tokens/everyone',
    summary: 'The access tokens of all users, the newest first, in pages.',
    query: z.object({ after: idText.optional(), limit: idText.pipe(z.number().max(maxTokensListed)).optional() }),
    answer: z.object({ tokens: z.array(ownedToken), next: id.nullable() }),
  },
  revoke: {
    method: 'DELETE',
    path: '/api/tokens/:id',
    summary: "Revokes one of one's own access tokens. An administrator may revoke that of any user.",
    params: z.object({ id: idText }),
    refuses: ['token.not_found'],
  },
} as const satisfies Contract;
