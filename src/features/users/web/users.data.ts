import { queryOptions } from '@tanstack/react-query';
import { usersContract } from '#features/users/users.contract.ts';
import { call } from '#web/call.ts';

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => call(usersContract.roles, {}, { signal }),
});
