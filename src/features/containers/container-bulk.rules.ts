import type { DateField } from './container-fields.rules.ts';

/** A line 'Move dates' of the dialog: texts as they are typed. */
export type DraftMove = { key: number; field: DateField; way: 'days' | 'date'; days: string; date: string };

/** The fields that a bulk change can set and empty. */
export const bulkFields = ['vessel', 'voyage', 'supplier_id', 'assignee_id', 'team_id'] as const;
export type BulkField = (typeof bulkFields)[number];

export type BulkDraft = {
  moves: DraftMove[];
  vessel: string;
  voyage: string;
  supplier_id: number | undefined;
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
  moves: [emptyMove(0, 'pfi_date')],
  vessel: '',
  voyage: '',
  supplier_id: undefined,
  assignee_id: undefined,
  team_id: undefined,
  emptied: [],
  status: undefined,
  reason: '',
};

type Move = { field: DateField; days: number } | { field: DateField; date: string };

/** The changes of a call. Fields without an entry are left out, so that the containers keep their values. */
export function changeOf({ moves, vessel, voyage, emptied, status, reason, ...references }: BulkDraft) {
  const moved = moves.flatMap(({ field, way, days, date }): Move[] => {
    if (way === 'date') return date === '' ? [] : [{ field, date }];
    return Number(days) === 0 || !Number.isInteger(Number(days)) ? [] : [{ field, days: Number(days) }];
  });
  return {
    moves: moved,
    set: {
      vessel: vessel.trim() || undefined,
      voyage: voyage.trim() || undefined,
      ...references,
      ...(Object.fromEntries(emptied.map((field) => [field, null])) as Partial<Record<BulkField, null>>),
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
