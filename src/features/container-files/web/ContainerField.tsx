import { Box } from '@mantine/core';
import { IconContainer } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { containerUploadTexts as texts } from '#features/files/upload/container-upload.texts.ts';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { mayView } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { IconButton } from '#web/widgets/IconButton.tsx';
import type { ContainerChoiceProps } from './ContainerChoice.tsx';

const ContainerChoice = lazyPart(() => import('./ContainerChoice.tsx').then((file) => file.ContainerChoice));

/** The container to which the files of the upload screen are linked. Absent without the module of containers. */
export function ContainerField(props: ContainerChoiceProps) {
  const { role_id } = useCurrentUser();
  const { data: table } = useQuery(permissionsQuery);
  const [isOpen, setOpen] = useState(props.chosen !== undefined);
  if (!table || !mayView(table, role_id, productModules.containers)) return null;
  return (
    <Box miw={0}>
      {isOpen || props.chosen !== undefined ? (
        <Suspense fallback={null}>
          <ContainerChoice {...props} />
        </Suspense>
      ) : (
        <IconButton
          icon={IconContainer}
          variant="default"
          size="compact-md"
          disabled={props.disabled}
          onClick={() => setOpen(true)}
        >
          {texts.choose}
        </IconButton>
      )}
    </Box>
  );
}
