import { texts } from '#features/permissions/permissions.texts.ts';
import { Count } from '#web/widgets/Count.tsx';
import { StatRow } from '#web/widgets/StatRow.tsx';

type Props = { roles?: number; modules?: number; active?: number; failed?: boolean };

/**
 * The three summary cards. They keep their size while the numbers are missing.
 * See docs/specification.md#permission-matrix.
 */
export function PermissionStats({ roles, modules, active, failed = false }: Props) {
  const count = (value: number | undefined) => <Count value={value} failed={failed} />;
  return (
    <StatRow
      stats={[
        { label: texts.totalRoles, value: count(roles) },
        { label: texts.totalModules, value: count(modules) },
        { label: texts.activePermissions, value: count(active) },
      ]}
    />
  );
}
