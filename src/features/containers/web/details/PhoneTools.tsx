import { Button, Group } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { pageTexts } from '#features/containers/core/detail-page.texts.ts';
import { commentFieldId, useContainersPage } from '../containers-page.context.ts';

/** The most frequent actions of a phone beside the state, within reach of the thumb: a photo and a comment. */
export function PhoneTools({ containerId }: { containerId: number }) {
  const { slots } = useContainersPage();
  return (
    <Group gap="xs" grow>
      {slots.TakePhoto && <slots.TakePhoto containerId={containerId} />}
      <Button
        variant="default"
        leftSection={<IconMessagePlus size={18} stroke={1.75} aria-hidden="true" />}
        onClick={() => document.getElementById(commentFieldId)?.focus()}
      >
        {pageTexts.writeComment}
      </Button>
    </Group>
  );
}
