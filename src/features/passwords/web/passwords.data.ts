import { callQuery } from '#web/call-query.ts';
import { passwordsContract } from '../passwords.contract.ts';
import { own } from '../passwords.texts.ts';
import { twoFactorContract } from '../two-factor.contract.ts';
import { texts } from '../two-factor.texts.ts';

/** Whether another user chose the caller's password. A failed load is silent. */
export const ownPasswordQuery = callQuery(['own-password'], passwordsContract.own, { staleTime: 0 });

export const sessionsQuery = callQuery(['sessions'], passwordsContract.sessions, {
  meta: { failed: own.sessionsFailed },
});

export const twoFactorQuery = callQuery(['two-factor'], twoFactorContract.state, {
  meta: { failed: texts.loadFailed },
});
