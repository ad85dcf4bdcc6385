import { useEffect, useRef } from 'react';
import { containersContract } from '#features/containers/containers.contract.ts';
import type { Container } from '#features/containers/containers.contract.ts';
import { isUnmarkedOverdue, overdueReason } from '#features/containers/containers.rules.ts';
import { useAction } from '#web/use-action.ts';
import { useContainerChanged } from './containers.data.ts';

/**
 * Tells the server which of these have passed their date, each once and without a word to the reader; the server also
 * finds out by itself. Source: spec section 4, Container statuses.
 */
export function useOverdueMarks(containers: readonly Container[], today: string, managing: boolean): void {
  const told = useRef(new Set<string>());
  const { run } = useAction(containersContract.changeStatus);
  const onChanged = useContainerChanged();

  useEffect(() => {
    if (!managing) return;
    const crossed = containers.filter(
      (one) => isUnmarkedOverdue(one, today) && !told.current.has(`${one.id} ${one.pfi_date}`),
    );
    if (crossed.length === 0) return;
    for (const one of crossed) told.current.add(`${one.id} ${one.pfi_date}`);
    void (async () => {
      for (const { id } of crossed) await run({ id, status: 'Delayed', delay_reason: overdueReason });
      await onChanged();
    })();
  });
}
