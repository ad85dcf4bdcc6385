import { recordOf } from '#shared/record-of.ts';
import { inputOf } from '../core/container-details.rules.ts';
import { partyFields, portFields } from '../core/container-fields.rules.ts';
import type { DateField } from '../core/container-fields.rules.ts';

/** A line 'Move dates' of the dialog: texts as they are typed. */
export type DraftMove = { key: number; field: DateField; way: 'days' | 'date'; days: string; date: string };

/** The fields that a bulk change can set and empty. */
export const bulkFields = [
  'vessel',
  'voyage',
  ...portFields,
  ...partyFields,
  'assignee_id',
  'team_id',
  'remarks',
] as const;
export type BulkField = (typeof bulkFields)[number];

/** The fields that are typed, as in the dialog of one container. The others are chosen. */
export const typedFields = ['vessel', 'voyage', ...portFields, ...partyFields, 'remarks'] as const;

export type BulkDraft = Record<(typeof typedFields)[number], string> & {
  moves: DraftMove[];
  assignee_id: number | undefined;
  team_id: number | undefined;
  /** The fields that become empty. */
  emptied: readonly BulkField[];
  status: 'Received' | 'Departed' | undefined;
  reason: string;
};

/** The line of a move before anything is typed. */
export const emptyMove = (key: number, field: DateField): DraftMove => ({
  key,
  field,
  way: 'days',
  days: '',
  date: '',
});

export const emptyDraft: BulkDraft = {
  ...recordOf(typedFields, () => ''),
  moves: [emptyMove(0, 'pfi_date')],
  assignee_id: undefined,
  team_id: undefined,
  emptied: [],
  status: undefined,
  reason: '',
};

type Move = { field: DateField; days: number } | { field: DateField; date: string };

/** The changes of a call. Fields without an entry are left out, so that the containers keep their values. */
export function changeOf({ moves, assignee_id, team_id, emptied, status, reason, ...texts }: BulkDraft) {
  const moved = moves.flatMap(({ field, way, days, date }): Move[] => {
    if (way === 'date') return date === '' ? [] : [{ field, date }];
    return Number(days) === 0 || !Number.isInteger(Number(days)) ? [] : [{ field, days: Number(days) }];
  });
  const given = typedFields.flatMap((field) => {
    const value = inputOf(field, texts[field]);
    // A party is sent by its name, and not if its field becomes empty.
    const isEmptied = partyFields.some((one) => one === field) && emptied.includes(field);
    return value === null || isEmptied ? [] : [[field.replace(/_id$/, '_name'), value] as const];
  });
  return {
    moves: moved,
    set: {
      assignee_id,
      team_id,
      ...(Object.fromEntries(given) as Partial<Record<string, string>>),
      ...(recordOf(emptied, () => null) as Partial<Record<BulkField, null>>),
    },
    status,
    reason: reason.trim() || undefined,
  };
}

/** Whether a preview of the draft makes sense. The reason alone changes nothing. */
export function changesAnything(draft: BulkDraft): boolean {
  const { moves, set, status } = changeOf(draft);
  return moves.length > 0 || status !== undefined || Object.values(set).some((value) => value !== undefined);
}
