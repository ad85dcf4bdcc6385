import { IconShield, IconUser, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { texts } from '#features/users/users.texts.ts';
import { Count } from '#web/widgets/Count.tsx';
import { StatCard } from '#web/widgets/StatCard.tsx';
import { userTotalsQuery } from './users.data.ts';
import styles from './UsersPage.module.css';

/**
 * The three summary cards. They keep their size while the totals are missing.
 * See docs/specification.md#user-summary-cards.
 */
export function UsersStats() {
  const { data, isError } = useQuery(userTotalsQuery);
  const count = (value: number | undefined) => <Count value={value} failed={isError} />;
  return (
    <div className={styles.cards}>
      <StatCard label={texts.totalUsers} value={count(data?.all)} icon={IconUsers} />
      <StatCard label={texts.administrators} value={count(data?.administrators)} icon={IconShield} tone="danger" />
      <StatCard label={texts.regularUsers} value={count(data?.users)} icon={IconUser} tone="success" />
    </div>
  );
}
