import { useEffect, useEffectEvent } from 'react';

/** Reports text and files pasted anywhere on the page, except in a field. */
export function usePagePaste(onPaste: (pasted: DataTransfer) => void): void {
  const report = useEffectEvent(onPaste);
  useEffect(() => {
    const stop = new AbortController();
    const listen = ({ target, clipboardData }: ClipboardEvent) => {
      const isField = target instanceof Element && target.closest('input:not([type="file"]), textarea') !== null;
      if (clipboardData && !isField) report(clipboardData);
    };
    document.addEventListener('paste', listen, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}
