import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import { useFileSelection } from '../upload/file-selection.ts';

type Props = { className: string | undefined; children: ReactNode };

/** Exposes selection mode to style sheets by an attribute, so that no row has to render for it. */
export function SelectionArea({ className, children }: Props) {
  const selection = useFileSelection();
  const isSelecting = useSyncExternalStore(selection.subscribe, () => selection.picked().isSelecting);
  return (
    <div className={className} data-selecting={isSelecting}>
      {children}
    </div>
  );
}
