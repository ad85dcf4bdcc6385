import { useEffect, useEffectEvent } from 'react';

/**
 * Handles Enter on a radio button and Ctrl or Cmd with Enter anywhere: the keys that submit a form. While the submit button
 * is disabled the browser ignores them, and the user would get no message about the missing fields.
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
