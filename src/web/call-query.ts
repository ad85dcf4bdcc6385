import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  InfiniteData,
  keepPreviousData,
  QueryKey,
  UndefinedInitialDataInfiniteOptions,
} from '@tanstack/react-query';
import type { AnswerOf, Endpoint, InputOf } from '#shared/endpoint.ts';
import { call } from './call.ts';

type Options = {
  enabled?: boolean;
  staleTime?: number;
  gcTime?: number;
  refetchInterval?: number;
  retry?: boolean;
  placeholderData?: typeof keepPreviousData;
  meta?: { failed: string };
};

/** The options of a query that makes one call. A call without an input needs none. */
export const callQuery = <E extends Endpoint, const Key extends QueryKey>(
  queryKey: Key,
  endpoint: E,
  ...[options]: unknown extends InputOf<E> ? [Options?] : [Options & { input: InputOf<E> }]
) => {
  const { input = {}, ...rest }: Options & { input?: unknown } = options ?? {};
  return queryOptions({ queryKey, queryFn: ({ signal }) => call(endpoint, input as InputOf<E>, { signal }), ...rest });
};

type After<E> = (AnswerOf<E> extends { next: infer Next } ? Exclude<Next, null> : never) | undefined;
type Pages<E> = UndefinedInitialDataInfiniteOptions<AnswerOf<E>, Error, InfiniteData<AnswerOf<E>>, QueryKey, After<E>>;

/** The options of a list that is read page by page: `next` of an answer is `after` of the next call. */
export const callPages = <E extends Endpoint>(
  queryKey: QueryKey,
  endpoint: E,
  {
    input,
    ...options
  }: Omit<Pages<E>, 'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'> & {
    input: Omit<InputOf<E>, 'after'>;
  },
) =>
  infiniteQueryOptions({
    ...options,
    queryKey,
    // TypeScript cannot tell that the input of every E is complete with `after`.
    queryFn: ({ pageParam: after, signal }) => call(endpoint, { ...input, after } as InputOf<E>, { signal }),
    initialPageParam: undefined as After<E>,
    getNextPageParam: (page) => (page as { next?: After<E> | null } | undefined)?.next ?? undefined,
  });
