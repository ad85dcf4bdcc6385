import { useMemo, useState } from 'react';
import { requiredContext } from '#web/required-context.ts';

/** The selected containers: those of `ids`, or all that the filters show but those of `ids`. */
export type ContainerSelection = { all: boolean; ids: ReadonlySet<number> };

export type ContainerSelectionValue = {
  selection: ContainerSelection;
  /** Selects these containers, or removes them from the selection. `found` is the number that the filters show. */
  setMany: (ids: readonly number[], isSelected: boolean, found: number) => void;
  selectAll: () => void;
  clear: () => void;
};

export const [ContainerSelectionContext, useContainerSelection] =
  requiredContext<ContainerSelectionValue>('the containers page');

const none: ContainerSelection = { all: false, ids: new Set() };

export const isSelected = ({ all, ids }: ContainerSelection, id: number): boolean => ids.has(id) !== all;
/**
 * The number of selected containers. It is too low if a container that was removed from 'all' no longer matches. The preview of a
 * change has the exact number.
 */
export const countOf = ({ all, ids }: ContainerSelection, found: number): number =>
  all ? Math.max(0, found - ids.size) : ids.size;

/** Returns the selection of the page. It ends when other containers are shown: `shown` names the filters. */
export function useContainerSelectionValue(shown: string): ContainerSelectionValue {
  const [selection, setSelection] = useState<ContainerSelection>(none);
  const [shownBefore, setShownBefore] = useState(shown);
  if (shown !== shownBefore) {
    setShownBefore(shown);
    setSelection(none);
  }
  return useMemo(
    () => ({
      selection,
      setMany: (ids, isSelected, found) =>
        setSelection(({ all, ids: before }) => {
          const named = new Set(ids);
          const next = {
            all,
            ids: isSelected === all ? new Set(before).difference(named) : new Set(before).union(named),
          };
          // Otherwise a container that matches later would be selected.
          return countOf(next, found) === 0 ? none : next;
        }),
      selectAll: () => setSelection({ all: true, ids: new Set() }),
      clear: () => setSelection(none),
    }),
    [selection],
  );
}
