import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#web/call.ts';
import { mailInContract } from '../mail-in.contract.ts';
import { texts } from '../mail-in.texts.ts';

export const leftMailsQuery = infiniteQueryOptions({
  queryKey: ['left mails'],
  queryFn: ({ pageParam, signal }) => call(mailInContract.left, { after: pageParam }, { signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  staleTime: 0,
  meta: { failed: texts.loadFailed },
});
