import { hasShownUser } from '#web/shown-user.ts';

const storageName = 'session-ended';

let signsOut = false;

/** After this call, the end of the session is what the user asked for. */
export function expectSignOut(): void {
  signsOut = true;
}

/** Records for the login screen, which is another document, that the session of the user of this page has ended. */
export function recordEndedSession(): void {
  if (hasShownUser() && !signsOut) sessionStorage.setItem(storageName, '1');
}

export const hasEndedSession = (): boolean => sessionStorage.getItem(storageName) !== null;

export function forgetEndedSession(): void {
  sessionStorage.removeItem(storageName);
}
