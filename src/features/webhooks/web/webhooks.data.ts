import { queryOptions } from '@tanstack/react-query';
import { webhooksContract } from '#features/webhooks/webhooks.contract.ts';
import { callPages, callQuery } from '#web/call-query.ts';

const key = ['webhooks'];

/** More often while a message waits, for an administrator who has sent a test. */
const refreshEveryMs = (isWaiting: boolean | undefined) => (isWaiting ? 2_000 : 10_000);

export const webhooksQuery = queryOptions({
  ...callQuery([...key, 'list'], webhooksContract.list, { staleTime: 0 }),
  refetchInterval: ({ state }) => refreshEveryMs(state.data?.some(({ waiting }) => waiting > 0)),
});

export const messagesQuery = (id: number) =>
  callPages([...key, id], webhooksContract.messages, {
    input: { id },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      refreshEveryMs(state.data?.pages[0]?.messages.some((message) => message.state === 'open')),
  });

/** What the actions have in common. */
export const outcome = { preferServerMessage: true, refresh: [key] };
