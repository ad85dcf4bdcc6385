import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import { useFileSelection } from './file-selection.ts';

type Props = { className: string | undefined; children: ReactNode };

/** Tells the style sheets below it whether files are being selected, so that no row has to be drawn for that. */
export function SelectionArea({ className, children }: Props) {
  const selection = useFileSelection();
  const isSelecting = useSyncExternalStore(selection.subscribe, () => selection.picked().isSelecting);
  return (
    <div className={className} data-selecting={isSelecting}>
      {children}
    </div>
  );
}
