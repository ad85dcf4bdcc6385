import { SimpleGrid, VisuallyHidden } from '@mantine/core';
import { IconFiles, IconUserCheck, IconUsers, IconUsersGroup } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { dashboardsContract } from '#features/dashboards/dashboards.contract.ts';
import { ownTexts, texts } from '#features/dashboards/dashboards.texts.ts';
import { useMayView } from '#features/session/web/session.data.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import { locale } from '#shared/format.ts';
import { productModules } from '#shared/product-modules.ts';
import type { ProductModule } from '#shared/product-modules.ts';
import { StatCard } from '#web/widgets/StatCard.tsx';

type Counts = AnswerOf<typeof dashboardsContract.adminIndex>;

/** The four stat cards. See docs/specification.md#admin-dashboard. */
export function AdminStats({ counts: { data, isError } }: { counts: UseQueryResult<Counts> }) {
  const mayView = useMayView();
  const linkTo = (path: string, module: ProductModule) => (mayView(module) ? path : undefined);
  const shown = (count: number | undefined) => count?.toLocaleString(locale) ?? (isError ? <Missing /> : undefined);
  return (
    <SimpleGrid minColWidth="min(150px, 100%)" autoFlow="auto-fit">
      <StatCard
        label={texts.totalUsers}
        value={shown(data?.totalUsers)}
        remark={texts.registeredUsers}
        icon={IconUsers}
        to={linkTo('/users', productModules.users)}
      />
      <StatCard
        label={texts.activeUsers}
        value={shown(data?.activeUsers)}
        remark={texts.currentlyActive}
        icon={IconUserCheck}
        to={linkTo('/users?active=yes', productModules.users)}
        tone="success"
      />
      <StatCard
        label={texts.allFiles}
        value={shown(data?.filesUploaded)}
        remark={texts.uploadedFiles}
        icon={IconFiles}
        to={linkTo('/files', productModules.files)}
      />
      <StatCard
        label={texts.teams}
        value={shown(data?.totalTeams)}
        remark={texts.activeTeams}
        icon={IconUsersGroup}
        to={linkTo('/teammodule', productModules.teams)}
        tone="accent"
      />
    </SimpleGrid>
  );
}

function Missing() {
  return (
    <>
      <span aria-hidden="true">{ownTexts.dash}</span>
      <VisuallyHidden>{ownTexts.notAvailable}</VisuallyHidden>
    </>
  );
}
