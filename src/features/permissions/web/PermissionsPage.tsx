import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ownTexts, texts } from '#features/permissions/permissions.texts.ts';
import { Card } from '#web/widgets/Card.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { editedMatrixQuery } from './permissions.data.ts';
import type { MatrixEffect } from './PermissionsEditor.tsx';
import { PermissionsEditor } from './PermissionsEditor.tsx';
import { PermissionStats } from './PermissionStats.tsx';

/** See docs/specification.md#permission-matrix. */
export function PermissionsPage({ Effect }: { Effect: MatrixEffect }) {
  const matrix = useQuery(editedMatrixQuery);
  if (matrix.data) return <PermissionsEditor matrix={matrix.data} Effect={Effect} />;
  return (
    <>
      <PageHeader title={texts.title} subtitle={ownTexts.subtitle} />
      <PermissionStats failed={matrix.isError} />
      <Card>
        {matrix.isPending ? (
          <Box px="md">
            <LoadingRows rows={12} height={48} label={ownTexts.loading} />
          </Box>
        ) : (
          <LoadFailed query={matrix} title={ownTexts.failedTitle} />
        )}
      </Card>
    </>
  );
}
