import { detailInput } from '../core/container-details.rules.ts';
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

export type BulkDraft = {
  moves: DraftMove[];
  vessel: string;
  voyage: string;
  /** Parties by name, and ports as 'Hamburg (DEHAM)', as in the dialog of one container. */
  supplier_id: string;
  customer_id: string;
  carrier_id: string;
  pol: string;
  pod: string;
  assignee_id: number | undefined;
  team_id: number | undefined;
  remarks: string;
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
  supplier_id: '',
  customer_id: '',
  carrier_id: '',
  pol: '',
  pod: '',
  assignee_id: undefined,
  team_id: undefined,
  remarks: '',
  emptied: [],
  status: undefined,
  reason: '',
};

type Move = { field: DateField; days: number } | { field: DateField; date: string };

const portOf = (field: 'pol' | 'pod', text: string) => {
  const code = detailInput(field, text);
  return code === null ? undefined : String(code);
};

/** The changes of a call. Fields without an entry are left out, so that the containers keep their values. */
export function changeOf({ moves, assignee_id, team_id, emptied, status, reason, ...texts }: BulkDraft) {
  const moved = moves.flatMap(({ field, way, days, date }): Move[] => {
    if (way === 'date') return date === '' ? [] : [{ field, date }];
    return Number(days) === 0 || !Number.isInteger(Number(days)) ? [] : [{ field, days: Number(days) }];
  });
  // A field that becomes empty has no new value.
  const nameOf = (field: (typeof partyFields)[number]) =>
    emptied.includes(field) ? undefined : texts[field].trim() || undefined;
  return {
    moves: moved,
    set: {
      vessel: texts.vessel.trim() || undefined,
      voyage: texts.voyage.trim() || undefined,
      pol: portOf('pol', texts.pol),
      pod: portOf('pod', texts.pod),
      supplier_name: nameOf('supplier_id'),
      customer_name: nameOf('customer_id'),
      carrier_name: nameOf('carrier_id'),
      assignee_id,
      team_id,
      remarks: texts.remarks.trim() || undefined,
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
