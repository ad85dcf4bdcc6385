import { Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { texts } from '../texts.ts';
import { Dialog } from './Dialog.tsx';

type Props = {
  /** True while leaving would lose input. */
  active: boolean;
  title: string;
  question: string;
  /** The label of the button that leaves. */
  leave: string;
};

/** Asks for confirmation before the user leaves the page, for another screen or another site. */
export function LeaveGuard({ active, title, question, leave }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && nextLocation.pathname !== currentLocation.pathname,
  );

  useEffect(() => {
    if (!active) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [active]);

  const stay = () => blocker.reset?.();
  return (
    <Dialog
      opened={blocker.state === 'blocked'}
      onClose={stay}
      title={title}
      closeButtonProps={{ 'aria-label': texts.close }}
      size="sm"
      centered
    >
      <Text>{question}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus onClick={stay}>
          {texts.stay}
        </Button>
        <Button color="red" onClick={() => blocker.proceed?.()}>
          {leave}
        </Button>
      </Group>
    </Dialog>
  );
}
