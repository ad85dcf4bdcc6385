import { useMemo, useState } from 'react';
import type { Container } from '#features/containers/containers.contract.ts';
import { requiredContext } from '#web/required-context.ts';

/** The selected containers: these, or all that the filters show. */
export type Ticks = 'all' | ReadonlySet<number>;

export type TicksValue = {
  ticks: Ticks;
  /**
   * Selects a container, or removes it from the selection. After 'all', `loaded` are the containers that stay
   * selected.
   */
  toggle: (id: number, loaded: readonly Container[]) => void;
  /** Gives several containers the same state, for a click with the shift key. */
  setMany: (ids: readonly number[], ticked: boolean) => void;
  tickAll: () => void;
  clear: () => void;
};

export const [TicksContext, useTicks] = requiredContext<TicksValue>('the containers page');

const none: Ticks = new Set();

export const isTicked = (ticks: Ticks, id: number): boolean => ticks === 'all' || ticks.has(id);
export const countOf = (ticks: Ticks, found: number): number => (ticks === 'all' ? found : ticks.size);

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
      toggle: (id, loaded) =>
        setTicks((ticks) => {
          const next = new Set(ticks === 'all' ? loaded.map((container) => container.id) : ticks);
          if (!next.delete(id)) next.add(id);
          return next;
        }),
      setMany: (ids, ticked) =>
        setTicks((ticks) => {
          if (ticks === 'all') return ticks;
          const others = new Set(ticks).difference(new Set(ids));
          return ticked ? others.union(new Set(ids)) : others;
        }),
      tickAll: () => setTicks('all'),
      clear: () => setTicks(none),
    }),
    [ticks],
  );
}
