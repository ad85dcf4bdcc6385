import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#web/call.ts';
import { tokensContract } from '../tokens.contract.ts';
import { texts } from '../tokens.texts.ts';

const key = ['tokens'];

export const ownTokensQuery = queryOptions({
  queryKey: [...key, 'own'],
  queryFn: ({ signal }) => call(tokensContract.own, {}, { signal }),
  meta: { failed: texts.loadFailed },
});

export const allTokensQuery = infiniteQueryOptions({
  queryKey: [...key, 'everyone'],
  queryFn: ({ pageParam, signal }) => call(tokensContract.everyone, { after: pageParam }, { signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  meta: { failed: texts.loadFailed },
});

export const staleTokenQueries = [key];
