import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useState } from 'react';

const bringsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** The components that accept dropped files, in the order in which they were mounted. */
const takers: object[] = [];

/**
 * Accepts files dropped anywhere on the page: otherwise the browser would leave the page and open a file that misses the
 * area. Of several components, the one that was mounted last gets them: a page comes before the frame around it. Returns
 * whether files are dragged over the page.
 */
export function useFileDrop(onDrop: (transfer: DataTransfer) => void): boolean {
  const [over, setOver] = useState(false);
  const [own] = useState({});
  useEffect(() => {
    takers.push(own);
    return () => void takers.splice(takers.indexOf(own), 1);
  }, [own]);
  const isTaker = () => takers.at(-1) === own;

  useWindowEvent('dragover', (event) => {
    if (!bringsFiles(event) || !isTaker()) return;
    event.preventDefault();
    setOver(true);
  });
  // The event also fires between elements. `relatedTarget` is null only when the drag leaves the page.
  useWindowEvent('dragleave', (event) => event.relatedTarget === null && setOver(false));
  useWindowEvent('drop', (event) => {
    setOver(false);
    if (!bringsFiles(event) || !event.dataTransfer || !isTaker()) return;
    event.preventDefault();
    onDrop(event.dataTransfer);
  });

  return over;
}
