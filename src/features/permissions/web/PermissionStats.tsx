import { IconKey, IconLayoutGrid, IconUserShield } from '@tabler/icons-react';
import { texts } from '#features/permissions/permissions.texts.ts';
import { StatCard } from '#web/widgets/StatCard.tsx';
import styles from './PermissionsPage.module.css';

type Props = { roles?: number; modules?: number; active?: number; failed?: boolean };

/**
 * The three summary cards. They keep their size while the numbers are missing.
 * See docs/specification.md#permission-matrix.
 */
export function PermissionStats({ roles, modules, active, failed = false }: Props) {
  const shown = (count: number | undefined) => count ?? (failed ? '–' : undefined);
  return (
    <div className={styles.cards}>
      <StatCard label={texts.totalRoles} value={shown(roles)} icon={IconUserShield} />
      <StatCard label={texts.totalModules} value={shown(modules)} icon={IconLayoutGrid} tone="accent" />
      <StatCard label={texts.activePermissions} value={shown(active)} icon={IconKey} tone="success" />
    </div>
  );
}
