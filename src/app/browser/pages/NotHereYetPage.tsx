import { Button } from '@mantine/core';
import { IconBarrierBlock } from '@tabler/icons-react';
import { texts } from '../frame/frame.texts.ts';
import { Notice } from './Notice.tsx';

export function NotHereYetPage() {
  return (
    <Notice
      icon={IconBarrierBlock}
      title={texts.notHereYet}
      hint={texts.notHereYetHint}
      action={
        <Button component="a" href="/">
          {texts.goHome}
        </Button>
      }
    />
  );
}
