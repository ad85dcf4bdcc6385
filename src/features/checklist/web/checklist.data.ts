import { useQueryClient } from '@tanstack/react-query';
import { checklistContract } from '#features/papers/checklist.contract.ts';
import { settingTexts } from '#features/papers/checklist.texts.ts';
import { callQuery } from '#web/call-query.ts';
import { containersKey } from '#web/query-keys.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';

// Below the key of containers, so that an event about containers also refreshes these lists.
const checklistKey = [...containersKey, 'checklist'] as const;

export const checklistQuery = callQuery([...checklistKey, 'rules'], checklistContract.list);

export const papersQuery = (containerId: number) =>
  callQuery([...checklistKey, 'papers', containerId], checklistContract.papers, { input: { id: containerId } });

/** Adds and removes rules. Both change the counts of containers. The toast of a removal has a button that adds the rule again. */
export function useChecklist() {
  const client = useQueryClient();
  const refresh = [containersKey];
  const add = useAction(checklistContract.add, { done: settingTexts.added, failed: settingTexts.addFailed, refresh });
  const remove = useAction(checklistContract.remove, {
    onSuccess: (_, { id }) => {
      const rule = client.getQueryData(checklistQuery.queryKey)?.find((one) => one.id === id);
      toast.success(settingTexts.removed, rule && (() => void add.run({ ...rule, party_id: rule.party?.id ?? null })));
    },
    failed: settingTexts.removeFailed,
    refresh,
  });
  return { add, remove };
}
