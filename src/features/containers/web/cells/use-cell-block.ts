import { useState } from 'react';
import { bulkTexts } from '#features/containers/bulk/container-bulk.texts.ts';
import { cellsContract } from '#features/containers/cells/container-cells.contract.ts';
import { maxRowsWithoutPreview } from '#features/containers/cells/container-cells.rules.ts';
import { cellTexts } from '#features/containers/cells/container-cells.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import type { EditableField } from '#features/containers/core/field-changes.rules.ts';
import type { AnswerOf, InputOf } from '#shared/endpoint.ts';
import { explain } from '#shared/failure.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { useContainerChanged } from '../containers.data.ts';

type Input = InputOf<typeof cellsContract.change>;
export type CellPlan = AnswerOf<typeof cellsContract.change>;
export type BlockRow = Input['rows'][number];

/** A change of several cells. `notes`: what of it is left out. */
export type Block = { rows: BlockRow[]; reading: Input['reading']; notes: string[] };

type Draft = Block & { dayFirst: boolean; reason: string; plan: CellPlan | undefined; isOpen: boolean };

export type CellBlock = ReturnType<typeof useCellBlock>;

type Options = {
  onMade: (bulkId: number) => void;
  learn: (before: readonly BlockRow[], after: readonly Container[]) => void;
  undo: (bulkId: number) => void;
};

/**
 * Changes a block of cells at once. It is planned first, and made without a question if few rows change and the plan has no
 * remark. The block stays until it is made or the user leaves it.
 */
export function useCellBlock({ onMade, learn, undo }: Options) {
  const [draft, setDraft] = useState<Draft>();
  const [isMaking, setIsMaking] = useState(false);
  const change = useAction(cellsContract.change);
  const onChanged = useContainerChanged();

  const plan = async (block: Omit<Draft, 'plan'>): Promise<CellPlan | undefined> => {
    const { rows, reading, dayFirst } = block;
    setIsMaking(false);
    const planned = await change.run({ rows, reading, day_first: dayFirst, dry_run: true });
    setDraft({ ...block, plan: planned, isOpen: block.isOpen || !planned || needsLook(planned, block) });
    return planned;
  };
  const make = async (block: Omit<Draft, 'plan'>, planned: CellPlan) => {
    const { reading, dayFirst, reason } = block;
    const rows = rowsToMake(block.rows, planned);
    if (rows.length === 0) return setDraft(undefined);
    setIsMaking(true);
    const made = await change.run({ rows, reading, day_first: dayFirst, reason: reason.trim() || undefined });
    // The block stays with its failure.
    if (!made) return setDraft({ ...block, plan: planned, isOpen: true });
    learn(rows, made.containers);
    setDraft(undefined);
    if (made.bulk_id === null) toast.success(cellTexts.nothingChanges);
    else {
      const id = made.bulk_id;
      onMade(id);
      toast.success(bulkTexts.changed(made.changed), () => undo(id));
    }
    await onChanged(...made.containers);
    return undefined;
  };
  const begin = async (block: Block) => {
    const first = { ...block, dayFirst: true, reason: '', isOpen: false };
    setDraft({ ...first, plan: undefined });
    const planned = await plan(first);
    if (!planned || needsLook(planned, first)) return;
    await make(first, planned);
  };
  const again = (part: Partial<Draft>) => draft && void plan({ ...draft, ...part, isOpen: true });

  const pending = draft && !draft.isOpen ? new Map(draft.rows.map((row) => [row.id, row.values])) : undefined;

  return {
    draft,
    busy: change.busy,
    isMaking,
    /** Whether a cell is being changed without a preview. */
    isPending: (id: number, field: EditableField) => pending?.get(id)?.[field] !== undefined,
    hasRow: (id: number) => pending?.has(id) === true,
    failure: change.failure && explain(change.failure, bulkTexts.unanswered),
    /** Another change is ignored until this one is done. */
    begin: (block: Block) => {
      if (!draft) void begin(block);
    },
    setDayFirst: (dayFirst: boolean) => again({ dayFirst }),
    setReason: (reason: string) => setDraft((before) => before && { ...before, reason }),
    /** Plans again, or makes the change that the plan shows. */
    proceed: () => {
      if (!draft || change.busy) return;
      const isOutdated = change.failure?.status === 409;
      if (draft.plan && !isOutdated) void make(draft, draft.plan);
      else again({});
    },
    leave: () => {
      setDraft(undefined);
      change.reset();
    },
  };
}

const needsLook = (planned: CellPlan, { rows, notes }: Block): boolean =>
  planned.changed > maxRowsWithoutPreview ||
  planned.dates_open ||
  planned.rows.length < rows.length ||
  notes.length > 0 ||
  planned.rows.some(({ remarks, is_outdated, changes }) => remarks.length > 0 || (is_outdated && changes.length > 0));

/** The changing rows in the versions of the plan, without the cells that cannot be read. */
function rowsToMake(rows: readonly BlockRow[], planned: CellPlan): BlockRow[] {
  const values = new Map(rows.map((row) => [row.id, row.values]));
  return planned.rows.flatMap(({ id, version, changes, remarks }) => {
    if (changes.length === 0) return [];
    const isWrong = (field: string) => remarks.some((one) => one.kind === 'problem' && one.field === field);
    const kept = Object.entries(values.get(id) ?? {}).filter(([field]) => !isWrong(field));
    return kept.length === 0 ? [] : [{ id, version, values: Object.fromEntries(kept) }];
  });
}
