import { useEffect, useEffectEvent } from 'react';

/** Handles Escape on the page. Dialogs, the top bar and search fields handle it themselves. */
export function useEscape(isListening: boolean, onEscape: () => void): void {
  const handleEscape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isListening) return undefined;
    const answerKey = (event: KeyboardEvent) => {
      const at = event.target;
      const onPage =
        at === document.body || (at instanceof Element && at.matches('main, main :not(input[type=search])'));
      if (event.key === 'Escape' && onPage) handleEscape();
    };
    window.addEventListener('keydown', answerKey);
    return () => window.removeEventListener('keydown', answerKey);
  }, [isListening]);
}
