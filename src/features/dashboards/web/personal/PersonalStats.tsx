import { SimpleGrid } from '@mantine/core';
import { IconClock, IconDownload, IconShieldCheck, IconUpload } from '@tabler/icons-react';
import { texts } from '#features/dashboards/dashboards.texts.ts';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { localDate } from '#shared/calendar.ts';
import { formatDate, formatDateTime, locale } from '#shared/format.ts';
import { StatCard } from '#web/widgets/StatCard.tsx';
import { filesOfUploader } from '../files-of.ts';

/** 'Today', or the date of a sign-in before today: a remembered session lasts for thirty days. */
function dayOf(signIn: string | null): string {
  if (signIn === null || localDate(new Date(signIn)) === localDate(new Date())) return texts.today;
  return formatDate(signIn);
}

/** The four stat cards. The text of 'Account Status' is fixed. See docs/specification.md#personal-dashboard. */
export function PersonalStats({ user }: { user: CurrentUser }) {
  return (
    <SimpleGrid minColWidth="min(150px, 100%)" autoFlow="auto-fit">
      <StatCard
        label={texts.filesUploaded}
        value={user.files_count.toLocaleString(locale)}
        remark={texts.totalFiles}
        icon={IconUpload}
        to={filesOfUploader(user.id)}
      />
      <StatCard
        label={texts.downloads}
        value={user.downloads_count.toLocaleString(locale)}
        remark={texts.totalDownloads}
        icon={IconDownload}
      />
      <StatCard
        label={texts.lastLogin}
        value={dayOf(user.last_login_at)}
        remark={user.last_login_at && formatDateTime(user.last_login_at)}
        icon={IconClock}
        tone="neutral"
      />
      <StatCard
        label={texts.accountStatus}
        value={texts.verified}
        remark={texts.allActive}
        icon={IconShieldCheck}
        tone="success"
      />
    </SimpleGrid>
  );
}
