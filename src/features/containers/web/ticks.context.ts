import { useMemo, useState } from 'react';
import { requiredContext } from '#web/required-context.ts';

/** The selected containers: those of `ids`, or all that the filters show but those of `ids`. */
export type Ticks = { all: boolean; ids: ReadonlySet<number> };

export type TicksValue = {
  ticks: Ticks;
  /** Selects these containers, or removes them from the selection. */
  setMany: (ids: readonly number[], ticked: boolean) => void;
  tickAll: () => void;
  clear: () => void;
};

export const [TicksContext, useTicks] = requiredContext<TicksValue>('the containers page');

const none: Ticks = { all: false, ids: new Set() };

export const isTicked = ({ all, ids }: Ticks, id: number): boolean => ids.has(id) !== all;
export const countOf = ({ all, ids }: Ticks, found: number): number => (all ? Math.max(0, found - ids.size) : ids.size);

/** Returns the selection of the page. It ends when other containers are shown: `shown` names the filters. */
export function useTicksValue(shown: string): TicksValue {
  const [ticks, setTicks] = useState<Ticks>(none);
  const [shownBefore, setShownBefore] = useState(shown);
  if (shown !== shownBefore) {
    setShownBefore(shown);
    setTicks(none);
  }
  return useMemo(
    () => ({
      ticks,
      setMany: (ids, ticked) =>
        setTicks(({ all, ids: before }) => ({
          all,
          ids: ticked === all ? new Set(before).difference(new Set(ids)) : new Set(before).union(new Set(ids)),
        })),
      tickAll: () => setTicks({ all: true, ids: new Set() }),
      clear: () => setTicks(none),
    }),
    [ticks],
  );
}
