import { texts } from '#features/permissions/permissions.texts.ts';
import { StatRow } from '#web/widgets/StatRow.tsx';

type Props = { roles?: number; modules?: number; active?: number; failed?: boolean };

/** The three summary cards. See docs/specification.md#permission-matrix. */
export function PermissionStats({ roles, modules, active, failed = false }: Props) {
  return (
    <StatRow
      failed={failed}
      stats={[
        { label: texts.totalRoles, value: roles },
        { label: texts.totalModules, value: modules },
        { label: texts.activePermissions, value: active },
      ]}
    />
  );
}
