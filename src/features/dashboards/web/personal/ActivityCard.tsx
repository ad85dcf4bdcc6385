import { IconDownload, IconHistory, IconLogin2, IconUpload, IconUserEdit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Activity } from '#features/dashboards/dashboards.contract.ts';
import { ownTexts, texts } from '#features/dashboards/dashboards.texts.ts';
import { viewLink } from '#features/files/web/files.data.ts';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { formatDateTime } from '#shared/format.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { Loading } from '#web/widgets/Loading.tsx';
import { RowShapes } from '../admin/RowShapes.tsx';
import { DashboardCard } from '../DashboardCard.tsx';
import { activityQuery } from '../dashboards.data.ts';
import styles from './ActivityCard.module.css';

const icons: Partial<Record<string, Icon>> = {
  upload: IconUpload,
  download: IconDownload,
  profile: IconUserEdit,
  login: IconLogin2,
};

/** 'Recent Activity'. See docs/specification.md#personal-dashboard. */
export function ActivityCard({ user }: { user: CurrentUser }) {
  const { data, isPending } = useQuery(activityQuery);
  // Our choice: if the activity cannot be loaded, the last sign-in from the session is still shown.
  const activities = data ?? loginOf(user);
  return (
    <DashboardCard title={texts.recentActivity}>
      {isPending ? (
        <Loading label={ownTexts.loadingActivity}>
          <RowShapes rows={5} />
        </Loading>
      ) : activities.length === 0 ? (
        <EmptyState icon={IconHistory} title={texts.noActivity} />
      ) : (
        <ul className={styles.activities}>
          {keyed(activities).map(({ key, activity }) => (
            <ActivityRow key={key} activity={activity} />
          ))}
        </ul>
      )}
    </DashboardCard>
  );
}

function ActivityRow({ activity: { type, action, time, filepath } }: { activity: Activity }) {
  const Icon = icons[type] ?? IconHistory;
  return (
    <li className={styles.activity}>
      <span className={styles.icon} data-type={type} aria-hidden="true">
        <Icon size={18} stroke={1.75} />
      </span>
      <span className={styles.text}>
        {filepath === null ? (
          <bdi>{action}</bdi>
        ) : (
          <a href={viewLink({ filepath })} target="_blank" rel="noopener">
            <bdi>{action}</bdi>
          </a>
        )}
      </span>
      <time className={styles.time} dateTime={time}>
        {formatDateTime(time)}
      </time>
    </li>
  );
}

function loginOf({ last_login_at }: CurrentUser): Activity[] {
  return last_login_at === null ? [] : [{ type: 'login', action: texts.loggedIn, time: last_login_at, filepath: null }];
}

/** Adds React keys. Only the index distinguishes entries with the same time and file. */
const keyed = (activities: readonly Activity[]) =>
  activities.map((activity, index) => ({ key: `${index} ${activity.time} ${activity.action}`, activity }));
