import { Button, Group } from '@mantine/core';
import { tableTexts } from '#features/containers/list/container-table.texts.ts';
import type { Layout } from '#features/containers/list/containers-view.rules.ts';

/** Offers the table on a wide screen to a person who has never chosen a layout. Either answer is a choice. */
export function TableOffer({ onAnswer }: { onAnswer: (layout: Layout) => void }) {
  return (
    <Group gap="xs" wrap="nowrap" visibleFrom="lg" role="group" aria-label={tableTexts.layout}>
      <span>{tableTexts.offer}</span>
      <Button flex="none" size="compact-sm" variant="light" onClick={() => onAnswer('table')}>
        {tableTexts.accept}
      </Button>
      <Button flex="none" size="compact-sm" variant="subtle" onClick={() => onAnswer('cards')}>
        {tableTexts.decline}
      </Button>
    </Group>
  );
}
