import { useEffect, useEffectEvent } from 'react';

/**
 * Enter on a radio button and Ctrl or Cmd with Enter anywhere: the keys that would send a form. Its disabled button keeps
 * the browser from acting on them, and whoever presses them deserves to hear what is missing.
 */
export function useSubmitKeys(submit: () => void): void {
  const onSubmit = useEffectEvent(submit);
  useEffect(() => {
    const answerKey = (event: KeyboardEvent) => {
      const onRadio = event.target instanceof HTMLInputElement && event.target.type === 'radio';
      if (event.key === 'Enter' && (onRadio || event.ctrlKey || event.metaKey)) onSubmit();
    };
    window.addEventListener('keydown', answerKey);
    return () => window.removeEventListener('keydown', answerKey);
  }, []);
}
