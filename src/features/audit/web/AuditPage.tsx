import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { readView, writeView } from '#features/audit/audit-view.rules.ts';
import type { AuditView } from '#features/audit/audit-view.rules.ts';
import { texts } from '#features/audit/audit.texts.ts';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { csvLink } from './audit.data.ts';
import { AuditResults } from './AuditResults.tsx';
import { AuditToolbar } from './AuditToolbar.tsx';
import styles from './AuditPage.module.css';

/** Who did what. Source: docs/decisions/0030-audit-log.md. */
export function AuditPage() {
  const [address, setAddress] = useSearchParams();
  const view = readView(address);
  const change = (part: Partial<AuditView>) =>
    setAddress((now) => writeView({ ...readView(now), ...part }), {
      // Each pause in typing is no step to go back to; each chosen filter is.
      replace: 'search' in part && Object.keys(part).length === 1,
      preventScrollReset: true,
    });

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
