import { Box } from '@mantine/core';
import { ownTexts } from '#features/users/users.texts.ts';
import { Card } from '#web/widgets/Card.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';

/** The skeleton of the form while the user loads. */
export const UserFormLoading = () => (
  <Card>
    <Box p="md">
      <LoadingRows rows={3} height={72} label={ownTexts.loadingUser} />
    </Box>
  </Card>
);
