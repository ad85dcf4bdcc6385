import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AnswerOf, Endpoint, InputOf } from '#shared/endpoint.ts';
import { explain } from '#shared/failure.ts';
import type { Failure } from '#shared/failure.ts';
import { CallFailure, isAbort } from './call-failure.ts';
import { call } from './call.ts';
import type { CallOptions } from './call.ts';
import { usePasswordAgain } from './password-again.ts';
import { reasonOf } from './query-client.ts';
import { toast } from './toast.tsx';

type Outcome<E extends Endpoint> = {
  /** Shown if the action succeeds. */
  done?: string;
  /** Shown if the action fails. Without it a failure is silent, as for sign-out (docs/specification.md#silent-failures). */
  failed?: string;
  /** Shows the server's message, else the first field error, else `failed`. See docs/specification.md#messages. */
  preferServerMessage?: boolean;
  /** Called if the action succeeds, before `refresh`. */
  onSuccess?: (answer: AnswerOf<E>, input: InputOf<E>) => void;
  onRefusal?: (failure: Failure) => void;
  /** Queries that are out of date after the action, after a refusal with 404, or if the answer is lost. */
  refresh?: readonly QueryKey[];
  /** The browser completes the call even if the user leaves the page. */
  outlivesPage?: boolean;
};

export type Action<E extends Endpoint> = {
  /**
   * Resolves to the response body, or to undefined if the action failed or was aborted. While an action runs, `run` with the same
   * input returns the same promise: a double click makes one call.
   */
  run: (input: InputOf<E>, options?: CallOptions) => Promise<AnswerOf<E> | undefined>;
  /** True until the queries of `refresh` are fetched. */
  busy: boolean;
  /** The failure of the last run, for details that a toast does not show: field errors, a conflict. */
  failure: (Failure & { status: number }) | undefined;
  /** Clears `failure`. */
  reset: () => void;
};

/** Makes a call, reports the result in a toast, and refreshes the changed queries. Screens write only through this hook. */
export function useAction<E extends Endpoint>(endpoint: E, outcome: Outcome<E> = {}): Action<E> {
  const client = useQueryClient();
  const withPassword = usePasswordAgain();
  const running = useRef(new Map<string, ReturnType<Action<E>['run']>>());
  const refresh = () => Promise.all((outcome.refresh ?? []).map((queryKey) => client.invalidateQueries({ queryKey })));
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: ({ input, options }: { input: InputOf<E>; options?: CallOptions | undefined }) =>
      withPassword(() => call(endpoint, input, { outlivesPage: outcome.outlivesPage ?? false, ...options })),
    onSuccess: (result, { input }) => {
      if (outcome.done) toast.success(outcome.done);
      outcome.onSuccess?.(result, input);
      return refresh();
    },
    onError: (error) => {
      if (!(error instanceof CallFailure)) return undefined;
      outcome.onRefusal?.(error.failure);
      // A change whose answer is lost may have been made. Without a connection, the refresh takes long.
      if (error.status === 0) void refresh();
      return error.status === 404 ? refresh() : undefined;
    },
  });

  const runOnce: Action<E>['run'] = async (input, options) => {
    const focused = document.activeElement;
    try {
      const result = await mutateAsync({ input, options });
      // A dialog closes after its action and returns the focus itself.
      if (!focused?.closest('[role="dialog"]')) restoreFocus(focused);
      return result;
    } catch (error) {
      if (!isAbort(error)) report(outcome, error);
      restoreFocus(focused);
      return undefined;
    }
  };

  const run: Action<E>['run'] = (input, options) => {
    const key = options ? undefined : JSON.stringify(input, describeFile);
    const same = key === undefined ? undefined : running.current.get(key);
    if (key === undefined || same) return same ?? runOnce(input, options);
    const started = runOnce(input).finally(() => running.current.delete(key));
    running.current.set(key, started);
    return started;
  };

  const failure = error instanceof CallFailure ? { ...error.failure, status: error.status } : undefined;
  return { run, busy: isPending, failure, reset };
}

/** JSON.stringify writes `{}` for every File, so different files would be the same input. */
const describeFile = (_: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

function report<E extends Endpoint>({ failed, preferServerMessage }: Outcome<E>, error: unknown): void {
  if (!failed) return;
  const hasResponse = error instanceof CallFailure && error.status !== 0;
  if (preferServerMessage && hasResponse) toast.error(explain(error.failure, failed));
  else toast.error(failed, reasonOf(error));
}

/** Frames within which React enables the button of an ended action again. */
const maxFrames = 10;

/**
 * Returns the focus to the button of an action. Browsers take the focus from a button that is disabled while it is busy.
 * Does nothing if the focus is elsewhere or the button is gone.
 */
function restoreFocus(to: Element | null, frames = maxFrames): void {
  if (!(to instanceof HTMLElement) || to === document.body || frames === 0) return;
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body || !to.isConnected) return;
    if (to.matches(':disabled')) restoreFocus(to, frames - 1);
    else to.focus({ preventScroll: true });
  });
}
