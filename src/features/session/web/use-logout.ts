import { useState } from 'react';
import { sessionContract } from '#features/session/session.contract.ts';
import { mayLeave } from '#web/leave-questions.ts';
import { dropSharedFiles } from '#web/shared-files.ts';
import { useAction } from '#web/use-action.ts';
import { expectSignOut } from './ended-session.ts';

/**
 * Ends the session, clears this browser's storage and reloads at the login screen. See docs/specification.md#sign-out.
 * Asks first if that would lose input: when the browser asks, on the way to the login screen, the session is already gone.
 */
export function useLogout(): { run: () => Promise<void>; busy: boolean } {
  // A failed sign-out is silent. See docs/specification.md#silent-failures.
  const logout = useAction(sessionContract.logout);
  const [leaving, setLeaving] = useState(false);
  const run = async () => {
    if (!(await mayLeave())) return;
    setLeaving(true);
    expectSignOut();
    await logout.run({});
    localStorage.clear();
    sessionStorage.clear();
    await dropSharedFiles();
    // Reloading the document drops all data of the last user from memory.
    window.location.replace('/');
  };
  return { run, busy: leaving };
}
