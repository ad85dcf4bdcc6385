import { useEffect, useEffectEvent } from 'react';

/** Hears Escape on the page itself; dialogs, the bar on top and a search field have their own use for it. */
export function useEscape(isListening: boolean, onEscape: () => void): void {
  const hear = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isListening) return undefined;
    const answerKey = (event: KeyboardEvent) => {
      const at = event.target;
      const onPage =
        at === document.body || (at instanceof Element && at.matches('main, main :not(input[type=search])'));
      if (event.key === 'Escape' && onPage) hear();
    };
    window.addEventListener('keydown', answerKey);
    return () => window.removeEventListener('keydown', answerKey);
  }, [isListening]);
}
