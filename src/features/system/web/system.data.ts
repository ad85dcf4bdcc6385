import { systemContract } from '#features/system/system.contract.ts';
import { callQuery } from '#web/call-query.ts';

const refreshEveryMs = 30_000;

export const systemQuery = callQuery(['system'], systemContract.look, {
  staleTime: 0,
  refetchInterval: refreshEveryMs,
});
