import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ownTexts } from '#features/permissions/permissions.texts.ts';

/** While changes are not saved, asks before the page is left, within the product and out of it. */
export function LeaveGuard({ unsaved }: { unsaved: number }) {
  const dirty = unsaved > 0;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && nextLocation.pathname !== currentLocation.pathname,
  );

  useEffect(() => {
    if (!dirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);

  const stay = () => blocker.reset?.();
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={stay}
      title={ownTexts.leaveTitle}
      closeButtonProps={{ 'aria-label': ownTexts.close }}
      size="sm"
      centered
    >
      <Text>{ownTexts.leaveQuestion(unsaved)}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus onClick={stay}>
          {ownTexts.stay}
        </Button>
        <Button color="red" onClick={() => blocker.proceed?.()}>
          {ownTexts.leave}
        </Button>
      </Group>
    </Modal>
  );
}
