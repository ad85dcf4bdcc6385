import { Box, Skeleton } from '@mantine/core';
import { ownTexts } from '#features/users/users.texts.ts';
import { Card } from '#web/widgets/Card.tsx';
import { Loading, LoadingBox } from '#web/widgets/Loading.tsx';

/** The skeleton of the form while the user loads. */
export function UserFormLoading() {
  return (
    <Loading label={ownTexts.loadingUser}>
      <Card>
        {[0, 1, 2].map((field) => (
          <Box key={field} p="md">
            <Skeleton height={14} width={110} mb={10} />
            <LoadingBox height={36} />
          </Box>
        ))}
      </Card>
    </Loading>
  );
}
