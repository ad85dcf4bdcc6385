import type { FocusEvent } from 'react';

/** Selects the name without its extension on focus, because most renames keep the extension. */
export function selectStem({ currentTarget: field }: FocusEvent<HTMLInputElement>): void {
  const dot = field.value.lastIndexOf('.');
  field.setSelectionRange(0, dot > 0 ? dot : field.value.length);
}
