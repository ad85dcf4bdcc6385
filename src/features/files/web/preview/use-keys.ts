import { useEffect, useEffectEvent } from 'react';

/** Single keys of the preview. They do nothing in fields, and while another dialog is open above the preview. */
export function useKeys(keys: Record<string, (() => void) | undefined>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const inField = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
    if (event.ctrlKey || event.metaKey || event.altKey || inField || isCovered()) return;
    keys[event.key]?.();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** Whether a dialog is open above the preview: Edit, Details or a confirmation. */
export const isCovered = (): boolean => document.querySelectorAll('[aria-modal="true"]').length > 1;
