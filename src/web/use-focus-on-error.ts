import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Moves the focus to the first invalid field when a form is refused. */
export function useFocusOnError(failure: object | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const failed = failure !== undefined;
  useEffect(() => {
    if (failed) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failed]);
  return form;
}
