import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { auditView } from '#features/audit/audit-view.rules.ts';
import { texts } from '#features/audit/audit.texts.ts';
import { useView } from '#web/use-view.ts';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { csvLink } from './audit.data.ts';
import { AuditResults } from './AuditResults.tsx';
import { AuditToolbar } from './AuditToolbar.tsx';
import styles from './AuditPage.module.css';

/** The audit log. Source: docs/decisions/0030-audit-log.md. */
export function AuditPage() {
  const { view, change } = useView(auditView);

  return (
    <div className={styles.page}>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        actions={
          <Button
            component="a"
            href={csvLink(view)}
            download
            variant="default"
            leftSection={<IconFileExport size={17} stroke={1.75} aria-hidden="true" />}
          >
            {texts.exportCsv}
          </Button>
        }
      />
      <AuditToolbar view={view} onChange={change} />
      <AuditResults view={view} onChange={change} />
    </div>
  );
}
