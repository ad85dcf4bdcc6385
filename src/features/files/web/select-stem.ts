import type { FocusEvent } from 'react';

/** On focus, typing replaces a file's name and leaves its ending, which is what most renames want. */
export function selectStem({ currentTarget: field }: FocusEvent<HTMLInputElement>): void {
  const dot = field.value.lastIndexOf('.');
  field.setSelectionRange(0, dot > 0 ? dot : field.value.length);
}
