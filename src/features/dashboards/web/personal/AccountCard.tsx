import { texts } from '#features/dashboards/dashboards.texts.ts';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { formatDate, formatDateTime } from '#shared/format.ts';
import { DashboardCard } from '../DashboardCard.tsx';
import styles from './PersonalDashboardPage.module.css';

export function AccountCard({ user }: { user: CurrentUser }) {
  const facts: [string, string | undefined][] = [
    [texts.fullName, user.name],
    [texts.email, user.email],
    [texts.accountType, user.role.role_name],
    [texts.team, user.team?.name],
    [texts.memberSinceField, formatDate(user.created_at)],
    [texts.lastActivity, user.last_login_at ? formatDateTime(user.last_login_at) : undefined],
  ];
  return (
    <DashboardCard title={texts.accountInformation}>
      <dl className={styles.details}>
        {facts.map(
          ([label, value]) =>
            value !== undefined && (
              <div key={label} className={styles.detail}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </DashboardCard>
  );
}
