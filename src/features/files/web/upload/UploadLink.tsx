import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ownTexts } from '#features/files/core/files.texts.ts';

export function UploadLink() {
  return (
    <Button component={Link} to="/uploadPage" leftSection={<IconUpload size={17} stroke={1.9} aria-hidden="true" />}>
      {ownTexts.upload}
    </Button>
  );
}
