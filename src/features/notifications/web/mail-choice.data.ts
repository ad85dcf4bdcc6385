import { useQueryClient } from '@tanstack/react-query';
import { mailChoiceContract } from '#features/notifications/mail-choice.contract.ts';
import { choiceTexts } from '#features/notifications/mail-choice.texts.ts';
import { callQuery } from '#web/call-query.ts';
import { useAction } from '#web/use-action.ts';
import type { Action } from '#web/use-action.ts';

const mailChoiceKey = ['mail-choice'] as const;

export const mailChoiceQuery = callQuery(mailChoiceKey, mailChoiceContract.read);

export function useSaveMailChoice(): Action<typeof mailChoiceContract.save> {
  const client = useQueryClient();
  return useAction(mailChoiceContract.save, {
    done: choiceTexts.saved,
    failed: choiceTexts.failed,
    preferServerMessage: true,
    onSuccess: (choice) => client.setQueryData(mailChoiceKey, choice),
  });
}
