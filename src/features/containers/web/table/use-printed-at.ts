import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** The time of the print while the browser prints. The rendering is complete before the browser takes the page. */
export function usePrintedAt(): Date | undefined {
  const [printedAt, setPrintedAt] = useState<Date>();
  // Before the list is painted, so that a print right after it has the list on paper.
  useLayoutEffect(() => {
    const begin = () => flushSync(() => setPrintedAt(new Date()));
    const end = () => setPrintedAt(undefined);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printedAt;
}
