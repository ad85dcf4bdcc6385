import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { eventText } from '#features/containers/core/containers.texts.ts';
import { latestChangesPath, visitQuery } from '#features/containers/web/changed-containers.data.ts';
import { ownTexts } from '#features/dashboards/dashboards.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { DashboardCard } from '../DashboardCard.tsx';
import styles from './PersonalDashboardPage.module.css';

/**
 * The last changes of others on containers since the last visit, for at most five containers. Renders nothing without
 * changes.
 */
export function ChangedContainers() {
  const { data } = useQuery(visitQuery);
  if (!data?.since || data.changed === 0) return null;
  const { since, changed, more, containers } = data;
  return (
    <DashboardCard
      title={ownTexts.sinceLastVisit}
      action={
        <Link className={styles.allChanges ?? ''} to={latestChangesPath}>
          {ownTexts.changedContainers(changed, more)}
        </Link>
      }
    >
      <ul className={styles.changes}>
        {containers.map(({ id, name, changes, last }) => (
          <li key={id}>
            <Link to={`/container-status/${id}`}>
              <bdi>{name}</bdi>
            </Link>
            <p className={styles.change}>
              <bdi>{last.what === 'comment' ? last.new_value : eventText(last)}</bdi>
              {changes > 1 && ` ${ownTexts.moreChanges(changes - 1)}`}
            </p>
            <p className={styles.changeMeta}>
              <bdi>{last.user_name}</bdi> <time dateTime={last.happened_at}>{formatDateTime(last.happened_at)}</time>
            </p>
          </li>
        ))}
      </ul>
      <p className={styles.changeMeta}>{ownTexts.lastVisit(formatDateTime(since))}</p>
    </DashboardCard>
  );
}
