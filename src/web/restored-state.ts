import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import type { Location } from 'react-router';

/** The state of a link back to a list. The list then shows the rows where the reader left it. */
export const returning = { returning: true };

/** The row at the top of the window: the value of its attribute `data-row-id`, and its distance from the top in pixels. */
type Anchor = { id: string; top: number };

/** The state of a list at the time when the reader left it. */
type ListState = { address: string; scrollY: number; anchor: Anchor | undefined; values: Map<string, unknown> };

const maxStates = 50;

/** Keyed by the history entry. Kept in memory only: after a reload the browser itself restores the position. */
const listStates = new Map<string, ListState>();

const addressOf = ({ pathname, search }: Location) => pathname + search;

function stateOf(location: Location): ListState {
  const found = listStates.get(location.key) ?? {
    address: addressOf(location),
    scrollY: 0,
    anchor: undefined,
    values: new Map(),
  };
  // The most recent state is the last one.
  listStates.delete(location.key);
  listStates.set(location.key, found);
  const [oldest] = listStates.keys();
  if (listStates.size > maxStates && oldest !== undefined) listStates.delete(oldest);
  return found;
}

/** Returns the state to restore: after Back or Forward, and after a link with the state `returning`. */
function findState(location: Location, type: NavigationType): ListState | undefined {
  if (type === NavigationType.Pop) return listStates.get(location.key);
  const { state } = location as Location<{ returning?: boolean } | null>;
  if (!state?.returning) return undefined;
  return [...listStates.values()].findLast(({ address }) => address === addressOf(location));
}

/** A value that a return to the list restores. Setting it causes no render. `name` is unique within the screen. */
export function useRestoredValue<Value>(name: string, initial: Value): [restored: Value, set: (value: Value) => void] {
  const location = useLocation();
  const type = useNavigationType();
  const [restored] = useState(() => {
    const values = findState(location, type)?.values;
    return values?.has(name) ? (values.get(name) as Value) : initial;
  });
  return [restored, (value) => void stateOf(location).values.set(name, value)];
}

/** A state that a return to the list restores. `name` is unique within the screen. */
export function useRestoredState<Value>(name: string, initial: Value): [value: Value, set: (value: Value) => void] {
  const location = useLocation();
  const [restored] = useRestoredValue(name, initial);
  const [value, setValue] = useState(restored);
  useEffect(() => void stateOf(location).values.set(name, value), [location, name, value]);
  return [value, setValue];
}

type Kept = { data: unknown; updatedAt: number };

/**
 * Options for a query whose data a return to the list shows again; the cache may have dropped them.
 */
export function useRestoredData(queryKey: QueryKey): {
  /** Returns the saved data. Typed `undefined`, because `initialData` of any query accepts that. */
  initialData: () => undefined;
  initialDataUpdatedAt: () => number | undefined;
} {
  const client = useQueryClient();
  const location = useLocation();
  const type = useNavigationType();
  const name = JSON.stringify(queryKey);
  const [found] = useState(() => ({ name, kept: findState(location, type)?.values.get(name) as Kept | undefined }));
  const keep = useEffectEvent(() => {
    const state = client.getQueryState(queryKey);
    if (state?.data !== undefined)
      stateOf(location).values.set(name, { data: state.data, updatedAt: state.dataUpdatedAt });
  });
  useEffect(() => () => keep(), []);
  const kept = found.name === name ? found.kept : undefined;
  return { initialData: () => kept?.data as undefined, initialDataUpdatedAt: () => kept?.updatedAt };
}

/** Records the scroll position of every screen, and returns how to restore that of the screen that is open. */
export function useScrollRestoration(): () => boolean {
  const location = useLocation();
  const type = useNavigationType();
  const record = () =>
    void Object.assign(stateOf(location), {
      scrollY: window.scrollY,
      anchor: anchorInSight(),
    } satisfies Partial<ListState>);
  const recordSoon = useDebouncedCallback(record, recordAfterMs);
  useWindowEvent('scroll', recordSoon, whereverItHappens);
  // A click or a key may leave the screen before the time is over.
  useWindowEvent('pointerdown', record, whereverItHappens);
  useWindowEvent('keydown', record, whereverItHappens);
  return () => {
    const found = findState(location, type);
    if (found) restoreScroll({ ...found });
    return found !== undefined;
  };
}

const recordAfterMs = 100;
const whereverItHappens = { capture: true, passive: true };

function anchorInSight(): Anchor | undefined {
  for (let y = 80; y < window.innerHeight; y += 40) {
    const row = document.elementFromPoint(window.innerWidth / 2, y)?.closest<HTMLElement>('[data-row-id]');
    if (row) return { id: row.dataset['rowId'] ?? '', top: row.getBoundingClientRect().top };
  }
  return undefined;
}

const restoresForMs = 3000;
/** The position counts as restored if the rows have not moved for this time. */
const settledMs = 400;

/** Scrolls until the row is where it was. The height of the list is known only when its rows are laid out. */
function restoreScroll({ scrollY, anchor }: ListState): void {
  const startedAt = performance.now();
  let settledAt: number | undefined;
  const ended = new AbortController();
  const end = () => ended.abort();
  for (const input of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(input, end, { passive: true, signal: ended.signal });
  const step = () => {
    if (ended.signal.aborted) return;
    const now = performance.now();
    const row = anchor && document.querySelector(`[data-row-id="${CSS.escape(anchor.id)}"]`);
    const distance = row && anchor ? row.getBoundingClientRect().top - anchor.top : scrollY - window.scrollY;
    if (Math.abs(distance) > 1) {
      window.scrollBy({ top: distance, behavior: 'instant' });
      settledAt = undefined;
    } else if (row || !anchor) settledAt ??= now;
    const isSettled = settledAt !== undefined && now - settledAt > settledMs;
    if (isSettled || now - startedAt > restoresForMs) end();
    else requestAnimationFrame(step);
  };
  step();
}
