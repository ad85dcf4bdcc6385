import { useQuery, useQueryClient } from '@tanstack/react-query';
import { layouts } from '#features/containers/list/containers-view.rules.ts';
import type { Layout } from '#features/containers/list/containers-view.rules.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { useAction } from '#web/use-action.ts';
import { useStoredChoice } from '#web/use-stored-choice.ts';
import { layoutQuery } from '../containers.data.ts';

/** The layout is kept on the server. This browser remembers it too, so that the list does not wait for the answer. */
export function useLayout(userId: number) {
  const client = useQueryClient();
  const cookie = { name: `containers.layout.${userId}`, path: '/container-status' };
  const [remembered, remember] = useStoredChoice<Layout | undefined>(
    cookie,
    (stored) => layouts.find((layout) => layout === stored),
    undefined,
  );
  const { data, isPending } = useQuery(layoutQuery);
  const { run } = useAction(containerWorkContract.chooseLayout, { outlivesPage: true });
  const chosen = data?.layout ?? remembered;
  return {
    layout: chosen ?? ('cards' as const),
    setLayout: (layout: Layout) => {
      remember(layout);
      void client.cancelQueries(layoutQuery);
      client.setQueryData(layoutQuery.queryKey, { layout });
      void run({ layout });
    },
    /** Whether the layout is known. Until then, the list would appear in one layout and change to the other. */
    isLayoutKnown: chosen !== undefined || !isPending,
    /** Whether the person has never chosen a layout, on any device. */
    isUnchosen: data !== undefined && chosen === undefined,
  };
}
