import { useEffect, useEffectEvent } from 'react';
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
export function useTableClipboard(table: RefObject<HTMLElement | null>, handlers: Handlers): void {
  const copy = useEffectEvent(handlers.copy);
  const paste = useEffectEvent(handlers.paste);
  useEffect(() => {
    const stop = new AbortController();
    const isHere = () => table.current !== null && document.activeElement === table.current;
    const onCopy = (event: ClipboardEvent) => {
      const isText = document.getSelection()?.isCollapsed === false;
      const text = isHere() && !isText ? copy() : undefined;
      if (text === undefined) return;
      event.clipboardData?.setData('text/plain', text);
      event.clipboardData?.setData(ownFormat, '1');
      event.preventDefault();
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = isHere() && event.clipboardData?.getData('text/plain');
      if (!text) return;
      event.preventDefault();
      paste(text, event.clipboardData?.getData(ownFormat) === '1');
    };
    document.addEventListener('copy', onCopy, { signal: stop.signal });
    document.addEventListener('paste', onPaste, { signal: stop.signal });
    return () => stop.abort();
  }, [table]);
}
