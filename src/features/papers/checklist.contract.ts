import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText } from '#shared/fields.ts';
import { stages } from './checklist.rules.ts';
import { refusals } from './checklist.texts.ts';

const stage = z.enum(stages, { error: refusals.stageRequired });

const rule = z.object({
  id,
  file_type_id: id,
  file_type_name: z.string(),
  /** The status before which the papers are expected. */
  stage,
  /** Only for containers with this supplier or carrier. Null: for all. */
  party: z.object({ id, name: z.string() }).nullable(),
});
export type ChecklistRule = z.infer<typeof rule>;

const ruleInput = z.object({
  file_type_id: z.number({ error: refusals.typeRequired }).pipe(id),
  stage,
  party_id: id.nullish(),
});
export type RuleInput = z.output<typeof ruleInput>;

const paper = z.object({
  file_type_id: id,
  file_type_name: z.string(),
  stage,
  /** Whether a file of this type that is not in the trash is linked. */
  is_there: z.boolean(),
  /** Whether it is missing before the next status. */
  is_due: z.boolean(),
});
export type Paper = z.infer<typeof paper>;

/** The fields of a container about its papers. They are left out if nothing is expected. */
export const paperAnswer = {
  /** Numbers of file types: expected ones, those that are there, and those that are missing for the next status. */
  papers_expected: z.number().optional(),
  papers_there: z.number().optional(),
  papers_missing: z.number().optional(),
};

/** The papers that are expected of containers. Our choice throughout. */
export const checklistContract = {
  list: {
    method: 'GET',
    path: '/api/checklist',
    summary: 'The file types that are expected of containers, those of all containers first.',
    answer: z.array(rule),
  },
  add: {
    method: 'POST',
    path: '/api/checklist',
    summary: 'Expects a file type of all containers, or of those of a supplier or carrier.',
    body: ruleInput,
    answer: rule,
    status: 201,
    refuses: ['file_type.unknown', 'party.unknown', 'checklist.exists', 'checklist.too_many'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/checklist/:id',
    summary: 'No longer expects a file type.',
    params: z.object({ id: idText }),
    refuses: ['checklist.not_found'],
  },
  papers: {
    method: 'GET',
    path: '/api/containers/:id/papers',
    summary: 'The expected file types of a container, and whether a file of each is linked. Names no file.',
    params: z.object({ id: idText }),
    answer: z.array(paper),
    refuses: ['container.not_found'],
  },
} as const satisfies Contract;
