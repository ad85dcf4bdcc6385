import { useCallback, useEffect, useRef } from 'react';

/** A function that stays the same while what it does follows the last drawing. For events, not for drawing. */
export function useHandler<Arguments extends unknown[]>(
  handle: (...args: Arguments) => void,
): (...args: Arguments) => void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  return useCallback((...args: Arguments) => latest.current(...args), []);
}
