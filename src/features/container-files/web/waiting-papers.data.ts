import { queryOptions } from '@tanstack/react-query';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { containersKey } from '#features/containers/web/containers.data.ts';
import { call } from '#web/call.ts';

/** Below the key of containers, because a new container has its papers. */
export const waitingPapersQuery = queryOptions({
  queryKey: [...containersKey, 'waiting papers'],
  queryFn: ({ signal }) => call(containerFilesContract.waiting, {}, { signal }),
  staleTime: 0,
});
