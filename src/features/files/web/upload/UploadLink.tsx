import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ownTexts } from '#features/files/files.texts.ts';

type Props = { variant?: 'filled' | 'light'; className?: string };

export function UploadLink({ variant = 'filled', className = '' }: Props) {
  return (
    <Button
      component={Link}
      to="/uploadPage"
      variant={variant}
      className={className}
      leftSection={<IconUpload size={17} stroke={1.9} aria-hidden="true" />}
    >
      {ownTexts.upload}
    </Button>
  );
}
