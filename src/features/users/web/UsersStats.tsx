import { IconShield, IconUser, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { texts } from '#features/users/users.texts.ts';
import { StatCard } from '#web/widgets/StatCard.tsx';
import { userTotalsQuery } from './users.data.ts';
import styles from './UsersPage.module.css';

/**
 * The three summary cards. They keep their size while the totals are missing.
 * See docs/specification.md#user-summary-cards.
 */
export function UsersStats() {
  const { data, isError } = useQuery(userTotalsQuery);
  const shown = (count: number | undefined) => count?.toLocaleString('en-US') ?? (isError ? '–' : undefined);
  return (
    <div className={styles.cards}>
      <StatCard label={texts.totalUsers} value={shown(data?.all)} icon={IconUsers} />
      <StatCard label={texts.administrators} value={shown(data?.administrators)} icon={IconShield} tone="danger" />
      <StatCard label={texts.regularUsers} value={shown(data?.users)} icon={IconUser} tone="success" />
    </div>
  );
}
