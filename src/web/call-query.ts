import { queryOptions } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import type { Endpoint, InputOf } from '#shared/endpoint.ts';
import { call } from './call.ts';

type Options = { staleTime?: number; gcTime?: number; refetchInterval?: number; meta?: { failed: string } };

/** The options of a query that makes one call. A call without an input needs none. */
export const callQuery = <E extends Endpoint, const Key extends QueryKey>(
  queryKey: Key,
  endpoint: E,
  ...[options]: unknown extends InputOf<E> ? [Options?] : [Options & { input: InputOf<E> }]
) => {
  const { input = {}, ...rest }: Options & { input?: unknown } = options ?? {};
  return queryOptions({ queryKey, queryFn: ({ signal }) => call(endpoint, input as InputOf<E>, { signal }), ...rest });
};
