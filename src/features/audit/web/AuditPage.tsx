import { auditView, filtersOf } from '#features/audit/audit-view.rules.ts';
import { auditContract } from '#features/audit/audit.contract.ts';
import { texts } from '#features/audit/audit.texts.ts';
import { useView } from '#web/use-view.ts';
import { DownloadMenu } from '#web/widgets/DownloadMenu.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { AuditResults } from './AuditResults.tsx';
import { AuditToolbar } from './AuditToolbar.tsx';
import type { ListUsers } from './AuditToolbar.tsx';

/** The audit log. Source: docs/decisions/audit.md. */
export function AuditPage({ listUsers }: { listUsers: ListUsers }) {
  const { view, change } = useView(auditView);

  return (
    <>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        actions={<DownloadMenu contract={auditContract} filters={filtersOf(view)} />}
      />
      <AuditToolbar view={view} listUsers={listUsers} onChange={change} />
      <AuditResults view={view} onChange={change} />
    </>
  );
}
