import { useSessionStorage } from '@mantine/hooks';
import { undoWithinMs } from '#features/containers/core/container-fields.rules.ts';
import { useNow } from '#web/use-now.ts';

/** The last bulk change of this tab. It can be undone after its toast is gone, and after a reload. */
type LastBulk = { id: number; changed: number; at: number };

const checkEveryMs = 10_000;

export function useLastBulk() {
  const [last, setLast, forget] = useSessionStorage<LastBulk | undefined>({
    key: 'containers.last-bulk',
    getInitialValueInEffect: false,
  });
  const now = useNow(checkEveryMs);
  const left = last ? last.at + undoWithinMs - now.getTime() : 0;
  return {
    /** Undefined if there is none, or if it is too late to undo it. */
    last: last && left > 0 ? { ...last, minutesLeft: Math.min(10, Math.ceil(left / 60_000)) } : undefined,
    remember: (bulk: { id: number; changed: number }) => setLast({ ...bulk, at: Date.now() }),
    forget,
  };
}
