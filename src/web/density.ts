import { useLayoutEffect, useSyncExternalStore } from 'react';
import { readStoredChoice, writeStoredChoice } from './use-stored-choice.ts';

const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

// The attribute of the document is the state, because the style sheets of the lists read it.
const root = document.documentElement;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const shown = (): Density => (root.dataset['density'] === 'compact' ? 'compact' : 'comfortable');

function show(density: Density): void {
  root.dataset['density'] = density;
  for (const listener of listeners) listener();
}

/** Returns the height of rows that the lists show. */
export const useDensity = (): Density => useSyncExternalStore(subscribe, shown);

const cookie = (userId: number) => ({ name: `density.${userId}`, path: '/' });

/** Shows the choice of this person before the first paint of a list. */
export function useDensityOf(userId: number): void {
  useLayoutEffect(() => {
    const stored = readStoredChoice(cookie(userId).name);
    show(densities.find((density) => density === stored) ?? 'comfortable');
    return () => show('comfortable');
  }, [userId]);
}

/** Keeps the choice for this person in this browser. */
export function chooseDensity(userId: number, density: Density): void {
  writeStoredChoice(cookie(userId), density);
  show(density);
}
