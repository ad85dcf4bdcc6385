import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMayView } from '#features/session/web/session.data.ts';
import { ownTexts } from '#features/users/users.texts.ts';
import { productModules } from '#shared/product-modules.ts';
import { PageHeader } from '#web/widgets/PageHeader.tsx';

/** The heading of both forms, with a link to the list for users who may open it. */
export function FormFrame({ title, subtitle, children }: { title: string; subtitle: string; children: ReactNode }) {
  const mayList = useMayView()(productModules.users);
  return (
    <Stack gap="md" maw={920} w="100%" mx="auto">
      <PageHeader
        title={title}
        subtitle={subtitle}
        back={mayList ? { to: '/users', label: ownTexts.backToList } : undefined}
      />
      {children}
    </Stack>
  );
}
