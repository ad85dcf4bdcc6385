import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';

type Handlers = {
  /** Returns the text to copy, or undefined if the browser copies as usual. */
  copy: () => string | undefined;
  /** `isOwn`: the text was copied from a table of the product. */
  paste: (text: string, isOwn: boolean) => void;
};

/** Other programs leave this format out, so it tells the texts of the product. */
const ownFormat = 'application/x-stowage-cells';

/**
 * Copies and pastes while the focus is on the table. Without a selection of text, browsers report both at the body, and not at the
 * element with the focus.
 */
export function useTableClipboard(table: RefObject<HTMLElement | null>, { copy, paste }: Handlers): void {
  const isHere = () => table.current !== null && document.activeElement === table.current;
  useWindowEvent('copy', (event) => {
    const isText = document.getSelection()?.isCollapsed === false;
    const text = isHere() && !isText ? copy() : undefined;
    if (text === undefined) return;
    event.clipboardData?.setData('text/plain', text);
    event.clipboardData?.setData(ownFormat, '1');
    event.preventDefault();
  });
  useWindowEvent('paste', (event) => {
    const text = isHere() && event.clipboardData?.getData('text/plain');
    if (!text) return;
    event.preventDefault();
    paste(text, event.clipboardData?.getData(ownFormat) === '1');
  });
}
