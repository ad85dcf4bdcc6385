import { keepPreviousData } from '@tanstack/react-query';
import { filtersOf } from '#features/audit/audit-view.rules.ts';
import type { AuditView } from '#features/audit/audit-view.rules.ts';
import { auditContract } from '#features/audit/audit.contract.ts';
import { texts } from '#features/audit/audit.texts.ts';
import { callPages } from '#web/call-query.ts';

const entriesPerCall = 50;

/** The audit log, page by page, newest first. It is fetched again whenever the screen is opened. */
export function auditQuery(view: AuditView) {
  const input = { ...filtersOf(view), limit: entriesPerCall };
  return callPages(['audit', input], auditContract.list, {
    input,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    meta: { failed: texts.loadFailed },
  });
}
