import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { texts } from '../visibility.texts.ts';
import { Viewers } from './Viewers.tsx';

/** A button that explains who can see a container. */
export function ContainerViewers({ containerId }: { containerId: number }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-md" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {texts.whoSees}
      </Button>
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={texts.whoSees}>
        <Viewers kind="container" id={containerId} />
      </Dialog>
    </>
  );
}
