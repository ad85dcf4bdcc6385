import { useState } from 'react';
import { sessionContract } from '#features/session/session.contract.ts';
import { useAction } from '#web/use-action.ts';

/** Ends the session, forgets what this browser kept, and starts over at the login screen. Source: spec section 4, Logout. */
export function useLogout(): { run: () => Promise<void>; busy: boolean } {
  // A failed logout is silent. Source: spec section 8.
  const logout = useAction(sessionContract.logout);
  const [leaving, setLeaving] = useState(false);
  const run = async () => {
    setLeaving(true);
    await logout.run({});
    localStorage.clear();
    sessionStorage.clear();
    // A document loaded anew holds nothing of the last person.
    window.location.replace('/');
  };
  return { run, busy: leaving };
}
