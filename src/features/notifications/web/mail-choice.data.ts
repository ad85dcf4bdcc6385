import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { mailChoiceContract } from '#features/notifications/mail-choice.contract.ts';
import { mailTexts } from '#features/notifications/notifications.texts.ts';
import { call } from '#web/call.ts';
import { useAction } from '#web/use-action.ts';
import type { Action } from '#web/use-action.ts';

const mailChoiceKey = ['mail-choice'] as const;

export const mailChoiceQuery = queryOptions({
  queryKey: mailChoiceKey,
  queryFn: ({ signal }) => call(mailChoiceContract.read, {}, { signal }),
});

export function useSaveMailChoice(): Action<typeof mailChoiceContract.save> {
  const client = useQueryClient();
  return useAction(mailChoiceContract.save, {
    failed: mailTexts.failed,
    preferServerMessage: true,
    onSuccess: (choice) => client.setQueryData(mailChoiceKey, choice),
  });
}
