import { useEffect } from 'react';
import { recordEndedSession } from '#features/session/web/ended-session.ts';

/** Loads the login screen, which is another document. With `sessionEnded` it says why, if a user was signed in here. */
export function ToLogin({ sessionEnded = false }: { sessionEnded?: boolean }) {
  useEffect(() => {
    if (sessionEnded) recordEndedSession();
    window.location.replace('/');
  }, [sessionEnded]);
  return null;
}
