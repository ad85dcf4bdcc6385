import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/call.ts';
import { passwordsContract } from '../passwords.contract.ts';
import { own } from '../passwords.texts.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(passwordsContract.sessions, {}, { signal }),
  meta: { failed: own.sessionsFailed },
});
