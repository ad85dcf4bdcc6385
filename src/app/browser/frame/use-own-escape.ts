import { useEffect, useEffectEvent } from 'react';

/**
 * Handles Escape before the dialogs below, which would close too. Mount it before them: listeners of the window run in the
 * order in which they were added. `onEscape` returns false if the key is not for it.
 */
export function useOwnEscape(onEscape: () => boolean): void {
  const handleEscape = useEffectEvent(onEscape);
  useEffect(() => {
    const answerKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && handleEscape()) event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', answerKey, { capture: true });
    return () => window.removeEventListener('keydown', answerKey, { capture: true });
  }, []);
}
