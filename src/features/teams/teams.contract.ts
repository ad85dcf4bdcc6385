import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, requiredLine, severalLines } from '#shared/fields.ts';
import { texts } from './teams.texts.ts';

export const team = z.object({ id, name: z.string(), description: z.string().nullable() }).meta({ id: 'Team' });
export type Team = z.infer<typeof team>;

/** The longest name and description of a team, in characters. Our choice. */
export const maxNameLength = 120;
export const maxDescriptionLength = 2000;

const body = z.object({
  name: requiredLine(maxNameLength, texts.nameRequired, texts.nameTooLong),
  description: severalLines(maxDescriptionLength, texts.descriptionTooLong).nullish(),
  /** Part of the specified payload. The address names the team. */
  id: idText.nullish().catch(undefined),
});
export type TeamInput = z.output<typeof body>;

const params = z.object({ id: idText });

export const teamsContract = {
  list: { method: 'GET', path: '/api/teams', area: 'any', summary: 'Every team.', answer: z.array(team) },
  create: {
    method: 'POST',
    path: '/api/teams',
    summary: 'Creates a team.',
    body,
    answer: team,
    status: 201,
    refuses: ['team.too_many'],
  },
  update: {
    method: 'PUT',
    path: '/api/teams/:id',
    summary: 'Changes a team.',
    params,
    body,
    answer: team,
    refuses: ['team.not_found'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/teams/:id',
    summary: 'Deletes a team that owns no files, not even in the trash; its members then have no team.',
    params,
    refuses: ['team.not_found', 'team.in_use'],
  },
  counts: {
    method: 'GET',
    path: '/api/teams/counts',
    summary: 'The number of files outside the trash and of members of every team.',
    answer: z.array(z.object({ id, files: z.number(), members: z.number() })),
  },
  usage: {
    method: 'GET',
    path: '/api/teams/:id/usage',
    summary: 'The files, containers and members that deleting a team affects.',
    params,
    answer: z.object({ files: z.number(), trashed: z.number(), containers: z.number(), members: z.number() }),
    refuses: ['team.not_found'],
  },
} as const satisfies Contract;
