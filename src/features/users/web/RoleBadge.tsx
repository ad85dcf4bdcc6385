import type { User } from '#features/users/users.contract.ts';
import { roleBadge } from '#shared/role-badge.ts';
import { StateBadge } from '#web/widgets/StateBadge.tsx';

const tones = { red: 'danger', orange: 'accent', green: 'success', gray: 'neutral' } as const;

/** See docs/specification.md#user-list. */
export function RoleBadge({ role }: { role: User['role'] | null | undefined }) {
  const { label, tone } = roleBadge(role);
  return <StateBadge tone={tones[tone]}>{label}</StateBadge>;
}
