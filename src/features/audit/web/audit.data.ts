import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { filtersOf } from '#features/audit/audit-view.rules.ts';
import type { AuditView } from '#features/audit/audit-view.rules.ts';
import { auditContract } from '#features/audit/audit.contract.ts';
import { texts } from '#features/audit/audit.texts.ts';
import { call } from '#web/call.ts';

const entriesPerCall = 50;

/** The audit log, page by page, newest first. It is fetched again whenever the screen is opened. */
export function auditQuery(view: AuditView) {
  const filters = filtersOf(view);
  return infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam, signal }) =>
      call(auditContract.list, { ...filters, after: pageParam, limit: entriesPerCall }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    meta: { failed: texts.loadFailed },
  });
}
