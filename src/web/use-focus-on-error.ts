import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Takes whoever sent a form that was refused to its first wrong field. */
export function useFocusOnError(failure: object | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const failed = failure !== undefined;
  useEffect(() => {
    if (failed) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failed]);
  return form;
}
