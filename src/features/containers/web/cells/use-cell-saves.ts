import { useEffect, useMemo, useRef, useState } from 'react';
import { cellsContract } from '#features/containers/cells/container-cells.contract.ts';
import { cellTexts } from '#features/containers/cells/container-cells.texts.ts';
import { fieldsChangedSince, inputOf } from '#features/containers/core/container-details.rules.ts';
import { fieldLabel } from '#features/containers/core/container-fields.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { texts } from '#features/containers/core/containers.texts.ts';
import type { EditableField } from '#features/containers/core/field-changes.rules.ts';
import { explain } from '#shared/failure.ts';
import type { Failure } from '#shared/failure.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { beginRest, useContainerChanged } from '../containers.data.ts';

/** An entered value: as the form holds it, and as the cell shows it. */
export type Entered = { text: string; shown: string; reason: string };

/** A cell whose value is not stored yet. `seen`: the container when the cell was opened. */
export type UnsavedCell = {
  seen: Container;
  field: EditableField;
  entered: Entered;
  state: 'saving' | 'failed' | 'conflict';
  /** Why it could not be saved. */
  message: string;
  /** Whether the same value can be saved later. */
  mayRetry: boolean;
  /** The container as another user has changed it, in a conflict. */
  stored: Container | undefined;
};

/** The id of the buttons below a cell that could not be saved. */
export const noteId = 'cell-note';

const keyOf = ({ id }: Pick<Container, 'id'>, field: EditableField) => `${id} ${field}`;

/**
 * Saves cells one after another, so that a row that is edited twice has no conflict with itself. A value stays with its cell until
 * it is stored or the user discards it.
 */
export function useCellSaves(onSaved: (bulkId: number) => void) {
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, UnsavedCell>>(new Map());
  const queue = useRef(Promise.resolve());
  /** The version that each version of a container became by an own change. */
  const ownVersions = useRef(new Map<string, number>());
  const refused = useRef<Failure>(undefined);
  const isMounted = useIsMounted();
  const onChanged = useContainerChanged();
  const change = useAction(cellsContract.change, {
    onRefusal: (failure) => {
      refused.current = failure;
    },
    outlivesPage: true,
  });

  const put = (cell: UnsavedCell) => setUnsaved((before) => new Map(before).set(keyOf(cell.seen, cell.field), cell));
  const remove = (cell: UnsavedCell) =>
    setUnsaved((before) => new Map([...before].filter(([key]) => key !== keyOf(cell.seen, cell.field))));

  const send = async (cell: UnsavedCell) => {
    const { seen, field, entered } = cell;
    const version = newestOf(ownVersions.current, seen);
    const rows = [{ id: seen.id, version, values: { [field]: inputOf(field, entered.text) } }];
    refused.current = undefined;
    const made = await change.run({ rows, reason: entered.reason.trim() || undefined });
    if (made) {
      const [now] = made.containers;
      if (now) ownVersions.current.set(`${now.id} ${version}`, now.version);
      // Rows would leave their place while the user goes on in the next one.
      beginRest();
      void onChanged(now);
      remove(cell);
      if (made.bulk_id !== null) onSaved(made.bulk_id);
      return;
    }
    const failed = failedCell(cell, refused.current);
    if (!isMounted()) toast.error(cellTexts.notSaved(fieldLabel(field), seen.name), failed.message);
    else put(failed);
    if (failed.stored) void onChanged(failed.stored);
  };
  const enqueue = (cell: UnsavedCell) => {
    put(cell);
    queue.current = queue.current.then(() => send(cell));
  };

  return {
    unsaved,
    of: (container: Container, field: EditableField) => unsaved.get(keyOf(container, field)),
    save: (seen: Container, field: EditableField, entered: Entered) =>
      enqueue({ seen, field, entered, state: 'saving', message: '', mayRetry: false, stored: undefined }),
    /** After a conflict, the value replaces what the other user has stored. */
    retry: (cell: UnsavedCell) =>
      enqueue({ ...cell, seen: cell.stored ?? cell.seen, state: 'saving', stored: undefined }),
    discard: remove,
    /** Remembers the versions that a change of a block has made. */
    learn: (before: readonly Pick<Container, 'id' | 'version'>[], after: readonly Container[]) => {
      const now = new Map(after.map(({ id, version }) => [id, version]));
      for (const { id, version } of before) ownVersions.current.set(`${id} ${version}`, now.get(id) ?? version);
    },
    /** Those that were refused. */
    failed: [...unsaved.values()].filter(({ state }) => state !== 'saving'),
    rows: useMemo(() => Map.groupBy(unsaved.values(), ({ seen }) => seen.id), [unsaved]),
  };
}

/** A save that fails after the user has left the table is reported by a toast. */
function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}

/** Returns the version to send: an own change after the cell was opened is no conflict. */
function newestOf(own: ReadonlyMap<string, number>, { id, version }: Container): number {
  const next = own.get(`${id} ${version}`);
  return next === undefined || next <= version ? version : newestOf(own, { id, version: next } as Container);
}

function failedCell(cell: UnsavedCell, failure: Failure | undefined): UnsavedCell {
  const details = failure?.code === 'container.changed' ? (failure.details as { container: Container }) : undefined;
  const stored = details?.container;
  // A conflict in name only: the other change was undone, or an own answer was lost.
  const isConflict = stored !== undefined && fieldsChangedSince(cell.seen, stored).length > 0;
  return {
    ...cell,
    state: isConflict ? 'conflict' : 'failed',
    message: explain(failure, texts.saveFailed),
    mayRetry: !failure?.errors,
    stored,
  };
}
