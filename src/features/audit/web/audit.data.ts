import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { filtersOf } from '#features/audit/audit-view.rules.ts';
import type { AuditView } from '#features/audit/audit-view.rules.ts';
import { auditContract } from '#features/audit/audit.contract.ts';
import { texts } from '#features/audit/audit.texts.ts';
import { call } from '#web/call.ts';

const entriesPerCall = 50;

/** The log, part by part, newest first; asked for anew whenever the screen is entered. */
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

/** Where the browser saves exactly what is filtered. */
export const csvLink = (view: AuditView): string =>
  `${auditContract.csv.path}?${new URLSearchParams(filtersOf(view) as Record<string, string>).toString()}`;
