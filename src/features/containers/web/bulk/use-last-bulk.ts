import { useState } from 'react';
import { undoWithinMs } from '#features/containers/core/container-fields.rules.ts';
import { useNow } from '#web/use-now.ts';

/** The last bulk change of this tab. It can be undone after its toast is gone, and after a reload. */
type LastBulk = { id: number; changed: number; at: number };

const storageName = 'containers.last-bulk';
const checkEveryMs = 10_000;

export function useLastBulk(): {
  /** Undefined if there is none, or if it is too late to undo it. */
  last: (LastBulk & { minutesLeft: number }) | undefined;
  remember: (bulk: { id: number; changed: number }) => void;
  forget: () => void;
} {
  const [last, setLast] = useState(readLast);
  const now = useNow(checkEveryMs);
  const left = last ? last.at + undoWithinMs - now.getTime() : 0;
  const store = (value: LastBulk | undefined) => {
    setLast(value);
    try {
      if (value) sessionStorage.setItem(storageName, JSON.stringify(value));
      else sessionStorage.removeItem(storageName);
    } catch {
      // Without storage the undo is lost with a reload.
    }
  };
  return {
    last: last && left > 0 ? { ...last, minutesLeft: Math.min(10, Math.ceil(left / 60_000)) } : undefined,
    remember: (bulk) => store({ ...bulk, at: Date.now() }),
    forget: () => store(undefined),
  };
}

function readLast(): LastBulk | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageName) ?? 'null') as Partial<LastBulk> | null;
    const { id, changed, at } = stored ?? {};
    if (typeof id !== 'number' || typeof changed !== 'number' || typeof at !== 'number') return undefined;
    return { id, changed, at };
  } catch {
    return undefined;
  }
}
