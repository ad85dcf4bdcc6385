import { useEffect, useEffectEvent, useState } from 'react';

const bringsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes files dropped anywhere on the page, so that one that misses the area does not replace the page and the
 * selection with itself. Answers whether files hover over the page.
 */
export function useFileDrop(onDrop: (transfer: DataTransfer) => void): boolean {
  const [over, setOver] = useState(false);
  const drop = useEffectEvent(onDrop);

  useEffect(() => {
    const stop = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', react: (event: DragEvent) => void) =>
      window.addEventListener(type, react, { signal: stop.signal });

    listen('dragover', (event) => {
      if (!bringsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    });
    // Leaving an element for another one inside the page is no leaving.
    listen('dragleave', (event) => event.relatedTarget === null && setOver(false));
    listen('drop', (event) => {
      setOver(false);
      if (!bringsFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      drop(event.dataTransfer);
    });
    return () => stop.abort();
  }, []);

  return over;
}
