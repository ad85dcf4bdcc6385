import { texts } from '#features/dashboards/dashboards.texts.ts';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { formatDate, formatDateTime } from '#shared/format.ts';
import { FactList } from '#web/widgets/FactList.tsx';
import { Section } from '#web/widgets/Section.tsx';

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
    <Section title={texts.accountInformation}>
      <FactList facts={facts.filter((fact): fact is [string, string] => fact[1] !== undefined)} />
    </Section>
  );
}
