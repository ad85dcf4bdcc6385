import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { explain } from '#shared/failure.ts';
import { CallFailure } from './call-failure.ts';
import { toast } from './toast.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Shown when the query fails; without it a failure is silent. Source: spec section 8, Loading. */
      failed?: string;
    };
  }
}

/** The key of the signed-in person, whom a 401 or 403 anywhere puts in doubt: they may be out, or may do less than before. */
export const currentUserKey = ['current-user'] as const;

const staleAfterMs = 30_000;
const doubtful = new Set([401, 403]);
/** No answer, or a proxy's word that the server is away for a moment. */
const passing = new Set([0, 502, 503, 504]);
const mostRetries = 2;

/** The store of everything the server told us. */
export function createQueryClient(): QueryClient {
  const askWhoIsSignedIn = (error: unknown) => {
    if (error instanceof CallFailure && doubtful.has(error.status)) {
      void client.invalidateQueries({ queryKey: currentUserKey });
    }
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        askWhoIsSignedIn(error);
        if (query.meta?.failed) toast.error(query.meta.failed, reasonOf(error));
      },
    }),
    mutationCache: new MutationCache({ onError: askWhoIsSignedIn }),
    // A server on the company's own network is there even when the browser thinks it is offline.
    defaultOptions: {
      queries: { staleTime: staleAfterMs, networkMode: 'always', retry: mayPass },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

function mayPass(failures: number, error: unknown): boolean {
  return failures < mostRetries && error instanceof CallFailure && passing.has(error.status);
}

/** What the server said, for the second line of a toast. */
export function reasonOf(error: unknown): string | undefined {
  return error instanceof CallFailure ? explain(error.failure, '') || undefined : undefined;
}
