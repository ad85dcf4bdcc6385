import { useEffect, useRef } from 'react';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { isUnmarkedOverdue, overdueReason } from '#features/containers/core/containers.rules.ts';
import { useAction } from '#web/use-action.ts';
import { useContainerChanged } from '../containers.data.ts';

/**
 * Sends an overdue mark for each of these containers whose date has passed, once each and without a message to the
 * user. The server also marks them by itself. See docs/specification.md#containers-overdue.
 */
export function useOverdueMarks(containers: readonly Container[], today: string, managing: boolean): void {
  const sent = useRef(new Set<string>());
  const { run } = useAction(containersContract.changeStatus);
  const onChanged = useContainerChanged();

  useEffect(() => {
    if (!managing) return;
    const overdue = containers.filter(
      (one) => isUnmarkedOverdue(one, today) && !sent.current.has(`${one.id} ${one.pfi_date}`),
    );
    if (overdue.length === 0) return;
    for (const one of overdue) sent.current.add(`${one.id} ${one.pfi_date}`);
    void (async () => {
      for (const { id } of overdue) await run({ id, status: 'Delayed', delay_reason: overdueReason });
      await onChanged();
    })();
  });
}
