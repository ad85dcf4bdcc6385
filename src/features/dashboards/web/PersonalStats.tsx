import { IconClock, IconDownload, IconShieldCheck, IconUpload } from '@tabler/icons-react';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { formatDateTime } from '#shared/format.ts';
import { StatCard } from '#web/widgets/StatCard.tsx';
import { texts } from '../dashboards.texts.ts';
import styles from './PersonalDashboardPage.module.css';

/** The last two cards are fixed text but for the date. Source: spec section 2, Personal dashboard. */
export function PersonalStats({ user }: { user: CurrentUser }) {
  return (
    <div className={styles.cards}>
      <StatCard
        label={texts.filesUploaded}
        value={user.files_count.toLocaleString('en-US')}
        note={texts.totalFiles}
        icon={IconUpload}
      />
      <StatCard
        label={texts.downloads}
        value={user.downloads_count.toLocaleString('en-US')}
        note={texts.totalDownloads}
        icon={IconDownload}
      />
      <StatCard
        label={texts.lastLogin}
        value={texts.today}
        note={user.last_login_at && formatDateTime(user.last_login_at)}
        icon={IconClock}
        tone="neutral"
      />
      <StatCard
        label={texts.accountStatus}
        value={texts.verified}
        note={texts.allActive}
        icon={IconShieldCheck}
        tone="success"
      />
    </div>
  );
}
