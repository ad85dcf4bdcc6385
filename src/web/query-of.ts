import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  InfiniteData,
  QueryKey,
  UndefinedInitialDataInfiniteOptions,
  UndefinedInitialDataOptions,
} from '@tanstack/react-query';
import type { AnswerOf, Endpoint, InputOf } from '#shared/endpoint.ts';
import { call } from './call.ts';

/** The query of one call. A query that changes the answer is written out. */
export const queryOf = <E extends Endpoint>(
  queryKey: QueryKey,
  endpoint: E,
  input: InputOf<E>,
  options?: Omit<UndefinedInitialDataOptions<AnswerOf<E>>, 'queryKey' | 'queryFn'>,
) => queryOptions({ ...options, queryKey, queryFn: ({ signal }) => call(endpoint, input, { signal }) });

type After<E> = (AnswerOf<E> extends { next: infer Next } ? Exclude<Next, null> : never) | undefined;
type Pages<E> = UndefinedInitialDataInfiniteOptions<AnswerOf<E>, Error, InfiniteData<AnswerOf<E>>, QueryKey, After<E>>;

/** The query of a list that is read page by page: `next` of an answer is `after` of the next call. */
export const pagesOf = <E extends Endpoint>(
  queryKey: QueryKey,
  endpoint: E,
  input: Omit<InputOf<E>, 'after'>,
  options?: Omit<Pages<E>, 'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'>,
) =>
  infiniteQueryOptions({
    ...options,
    queryKey,
    // TypeScript cannot tell that the input of every E is complete with `after`.
    queryFn: ({ pageParam: after, signal }) => call(endpoint, { ...input, after } as InputOf<E>, { signal }),
    initialPageParam: undefined as After<E>,
    getNextPageParam: (page) => (page as { next?: After<E> | null } | undefined)?.next ?? undefined,
  });
