import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/call.ts';
import { passwordsContract } from '../passwords.contract.ts';
import { own } from '../passwords.texts.ts';
import { twoFactorContract } from '../two-factor.contract.ts';
import { texts } from '../two-factor.texts.ts';

/** Whether another user chose the caller's password. A failed load is silent. */
export const ownPasswordQuery = queryOptions({
  queryKey: ['own-password'],
  queryFn: ({ signal }) => call(passwordsContract.own, {}, { signal }),
  staleTime: 0,
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(passwordsContract.sessions, {}, { signal }),
  meta: { failed: own.sessionsFailed },
});

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => call(twoFactorContract.state, {}, { signal }),
  meta: { failed: texts.loadFailed },
});
