import { useEffect, useState } from 'react';
import { restAfterMoveMs } from '#features/containers/core/containers.rules.ts';
import { beginRest } from '../containers.data.ts';

/** The time after a move by touch in which a second tap at the same place must do nothing. */
export function useRest() {
  const [rest, setRest] = useState<{ undoId: number | undefined }>();
  useEffect(() => {
    if (!rest) return undefined;
    const timer = setTimeout(() => setRest(undefined), restAfterMoveMs);
    return () => clearTimeout(timer);
  }, [rest]);
  const begin = (undoId?: number) => {
    beginRest();
    setRest({ undoId });
  };
  return { rest, begin };
}
