import { systemContract } from '#features/system/system.contract.ts';
import { texts } from '#features/system/system.texts.ts';
import { callQuery } from '#web/call-query.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import type { Action } from '#web/use-action.ts';

const refreshEveryMs = 30_000;

export const systemQuery = callQuery(['system'], systemContract.look, {
  staleTime: 0,
  refetchInterval: refreshEveryMs,
});

export function useSendTestMail(): Action<typeof systemContract.sendTestMail> {
  return useAction(systemContract.sendTestMail, {
    failed: texts.testMailFailed,
    preferServerMessage: true,
    onSuccess: ({ message }) => toast.success(message),
    refresh: [['system']],
  });
}
