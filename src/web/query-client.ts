import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { explain } from '#shared/failure.ts';
import { CallFailure } from './call-failure.ts';
import { toast } from './toast.tsx';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Shown if the query fails. Without it a failure is silent. See docs/specification.md#silent-failures. */
      failed?: string;
    };
  }
}

/** The key of the signed-in user. A 401 or 403 of any call makes it stale: the session or some rights may be gone. */
export const currentUserKey = ['current-user'] as const;

const staleAfterMs = 30_000;
const staleUserStatuses = new Set([401, 403]);
/** No response, or a proxy's response that the server is unavailable. */
const temporaryStatuses = new Set([0, 502, 503, 504]);
const maxRetries = 2;

/** Creates the cache of the server's responses. */
export function createQueryClient(): QueryClient {
  const refreshCurrentUser = (error: unknown) => {
    if (error instanceof CallFailure && staleUserStatuses.has(error.status)) {
      void client.invalidateQueries({ queryKey: currentUserKey });
    }
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        refreshCurrentUser(error);
        const failed = query.meta?.failed;
        // A query that fails again at once is said once.
        if (failed) toast.error(failed, reasonOf(error), failed);
      },
    }),
    mutationCache: new MutationCache({ onError: refreshCurrentUser }),
    // A server on the local network may be reachable even if the browser considers itself offline. In this mode, queries that
    // failed without a connection are not repeated unless `refetchOnReconnect` is set.
    defaultOptions: {
      queries: { staleTime: staleAfterMs, networkMode: 'always', refetchOnReconnect: true, retry: shouldRetry },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

function shouldRetry(failures: number, error: unknown): boolean {
  return failures < maxRetries && error instanceof CallFailure && temporaryStatuses.has(error.status);
}

/** Returns the server's message for the second line of a toast. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof CallFailure ? explain(error.failure, '') || undefined : undefined;
}
