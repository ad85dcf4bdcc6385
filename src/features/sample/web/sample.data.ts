import { sampleContract } from '#features/sample/sample.contract.ts';
import { callQuery } from '#web/call-query.ts';

export const sampleQuery = callQuery(['sample'], sampleContract.find, { staleTime: 0 });
