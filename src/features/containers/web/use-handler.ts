import { useCallback, useEffect, useRef } from 'react';

/** Returns a stable function that calls the handler of the latest render. Only for event handlers, not during rendering. */
export function useHandler<Arguments extends unknown[]>(
  handle: (...args: Arguments) => void,
): (...args: Arguments) => void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  return useCallback((...args: Arguments) => latest.current(...args), []);
}
