import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import type { AnswerOf, Endpoint, InputOf } from '#shared/endpoint.ts';
import { explain } from '#shared/failure.ts';
import type { Failure } from '#shared/fields.ts';
import { CallFailure, isAbort } from './call-failure.ts';
import { call } from './call.ts';
import type { CallOptions } from './call.ts';
import { usePasswordAgain } from './password-again.ts';
import { reasonOf } from './query-client.ts';
import { toast } from './toast.ts';

type Outcome = {
  /** Said when it worked. */
  done?: string;
  /** Said when it did not; without it a failure is silent, as spec section 8 wants for logout. */
  failed?: string;
  /** The server's message, else the first field error, else `failed`. Source: spec section 8, Login, User form, Passwords. */
  preferServerMessage?: boolean;
  /** What is out of date once it worked. */
  refresh?: readonly QueryKey[];
};

export type Action<E extends Endpoint> = {
  /** Resolves to the answer, or to undefined when it failed or was aborted. */
  run: (input: InputOf<E>, options?: CallOptions) => Promise<AnswerOf<E> | undefined>;
  busy: boolean;
  /** How the last run went wrong, for what a toast cannot show: errors at their fields, details of a conflict. */
  failure: (Failure & { status: number }) | undefined;
  /** Forgets `failure`. */
  reset: () => void;
};

/** Calls, tells how it went, and refreshes what changed: the only way screens write. */
export function useAction<E extends Endpoint>(endpoint: E, outcome: Outcome = {}): Action<E> {
  const client = useQueryClient();
  const withPassword = usePasswordAgain();
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: ({ input, options }: { input: InputOf<E>; options?: CallOptions | undefined }) =>
      withPassword(() => call(endpoint, input, options)),
  });

  const run: Action<E>['run'] = async (input, options) => {
    try {
      const answer = await mutateAsync({ input, options });
      if (outcome.done) toast.success(outcome.done);
      await Promise.all((outcome.refresh ?? []).map((queryKey) => client.invalidateQueries({ queryKey })));
      return answer;
    } catch (error) {
      if (!isAbort(error)) tell(outcome, error);
      return undefined;
    }
  };

  const failure = error instanceof CallFailure ? { ...error.failure, status: error.status } : undefined;
  return { run, busy: isPending, failure, reset };
}

function tell({ failed, preferServerMessage }: Outcome, error: unknown): void {
  if (!failed) return;
  const answered = error instanceof CallFailure && error.status !== 0;
  if (preferServerMessage && answered) toast.error(explain(error.failure, failed));
  else toast.error(failed, reasonOf(error));
}
