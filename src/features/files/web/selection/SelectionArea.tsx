import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import { watchLongPress } from '#web/watch-long-press.ts';
import { useFileSelection } from './file-selection.ts';
import { selectingBoxes } from './SelectFile.tsx';

/**
 * Exposes selection mode to style sheets by an attribute, so that no row has to render for it. On touch screens a long press
 * selects a row, as in file managers.
 */
export function SelectionArea({ children }: { children: ReactNode }) {
  const selection = useFileSelection();
  const isSelecting = useSyncExternalStore(selection.subscribe, () => selection.picked().isSelecting);
  return (
    <Stack gap="xs" data-selecting={isSelecting} ref={selectByLongPress}>
      {children}
    </Stack>
  );
}

const selectByLongPress = (area: HTMLElement | null) =>
  area
    ? watchLongPress(area, '[data-file-row]', (row) => row.querySelector<HTMLElement>(selectingBoxes)?.click())
    : undefined;
