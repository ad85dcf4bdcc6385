import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { DocumentTitle } from '../frame/DocumentTitle.tsx';
import { texts } from '../frame/frame.texts.ts';
import { Notice } from './Notice.tsx';

export function NotFoundPage() {
  return (
    <>
      <DocumentTitle title={texts.notFound} />
      <Notice
        icon={IconMapOff}
        title={texts.notFound}
        hint={texts.notFoundHint}
        action={
          <Button component="a" href="/">
            {texts.goHome}
          </Button>
        }
      />
    </>
  );
}
