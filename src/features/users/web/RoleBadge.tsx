import type { User } from '#features/users/users.contract.ts';
import { roleBadge } from '#features/users/users.rules.ts';
import styles from './RoleBadge.module.css';

/** Source: spec section 2, User Management. */
export function RoleBadge({ role }: { role: User['role'] | null | undefined }) {
  const { label, tone } = roleBadge(role);
  return (
    <span className={styles.badge} data-tone={tone}>
      {label}
    </span>
  );
}
