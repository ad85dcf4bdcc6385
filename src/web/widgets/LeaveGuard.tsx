import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { askBeforeLeaving } from '../leave-questions.ts';
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

/**
 * Asks for confirmation before the user leaves the page: for another screen, for another site, or by `mayLeave`. If there is
 * nothing to lose any more while the question is open, it closes and the user stays.
 */
export function LeaveGuard({ active, title, question, leave }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && nextLocation.pathname !== currentLocation.pathname,
  );
  const [asked, setAsked] = useState<{ answer: (leaves: boolean) => void }>();

  const settle = (leaves: boolean) => {
    if (leaves) blocker.proceed?.();
    else blocker.reset?.();
    asked?.answer(leaves);
  };

  useEffect(() => {
    if (!active) blocker.reset?.();
  }, [active, blocker]);

  useEffect(() => {
    if (!active) return undefined;
    let mayUnload = false;
    let answer: (leaves: boolean) => void = () => {};
    const warn = (event: BeforeUnloadEvent) => {
      // The browser must not repeat the question that the user has just answered.
      if (!mayUnload) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    const forget = askBeforeLeaving(async () => {
      mayUnload = await new Promise<boolean>((resolve) => setAsked({ answer: (answer = resolve) }));
      setAsked(undefined);
      return mayUnload;
    });
    return () => {
      window.removeEventListener('beforeunload', warn);
      forget();
      answer(false);
    };
  }, [active]);

  return (
    <Dialog
      opened={active && (blocker.state === 'blocked' || asked !== undefined)}
      onClose={() => settle(false)}
      title={title}
      size="sm"
    >
      <Text>{question}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus onClick={() => settle(false)}>
          {texts.stay}
        </Button>
        <Button color="red" onClick={() => settle(true)}>
          {leave}
        </Button>
      </Group>
    </Dialog>
  );
}
