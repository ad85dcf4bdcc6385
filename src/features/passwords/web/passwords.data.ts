import { queryOptions } from '@tanstack/react-query';
import { usersContract } from '#features/users/users.contract.ts';
import { call } from '#web/call.ts';
import { passwordsContract } from '../passwords.contract.ts';
import { own, texts } from '../passwords.texts.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(passwordsContract.sessions, {}, { signal }),
  meta: { failed: own.sessionsFailed },
});

/** Everybody, for choosing one. */
export const everybodyQuery = queryOptions({
  queryKey: ['users', 'everybody'],
  queryFn: ({ signal }) => call(usersContract.list, {}, { signal }),
  meta: { failed: texts.loadUsersFailed },
});
