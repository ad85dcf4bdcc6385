import { IconCalendarWeek, IconFiles, IconTags, IconUsersGroup } from '@tabler/icons-react';
import type { FilesOverview } from '#features/files/files.contract.ts';
import { texts } from '#features/files/files.texts.ts';
import { StatCard } from '#web/widgets/StatCard.tsx';
import styles from './FilesStats.module.css';

/** The four summary cards; without totals they keep their place. Source: spec section 2. */
export function FilesStats({ totals, failed }: { totals: FilesOverview['totals'] | undefined; failed: boolean }) {
  const shown = (count: number | undefined) => count?.toLocaleString('en-US') ?? (failed ? '–' : undefined);
  return (
    <div className={styles.cards}>
      <StatCard label={texts.totalFiles} value={shown(totals?.files)} icon={IconFiles} />
      <StatCard label={texts.activeTeams} value={shown(totals?.teams)} icon={IconUsersGroup} tone="success" />
      <StatCard label={texts.fileTypes} value={shown(totals?.file_types)} icon={IconTags} tone="accent" />
      <StatCard label={texts.thisWeek} value={shown(totals?.this_week)} icon={IconCalendarWeek} tone="neutral" />
    </div>
  );
}
