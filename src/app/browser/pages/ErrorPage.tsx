import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { DocumentTitle } from '../frame/DocumentTitle.tsx';
import { texts } from '../frame/frame.texts.ts';
import { Notice } from './Notice.tsx';

/** Replaces a screen that threw an error. */
export function ErrorPage() {
  return (
    <>
      <DocumentTitle title={texts.broke} />
      <Notice
        icon={IconPlugConnectedX}
        title={texts.broke}
        hint={texts.brokeHint}
        action={<Button onClick={() => window.location.reload()}>{texts.reload}</Button>}
      />
    </>
  );
}
