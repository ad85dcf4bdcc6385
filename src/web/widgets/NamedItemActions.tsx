import { Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { texts as shared } from '#shared/texts.ts';
import { rowAction } from './row-action.ts';

type Props = {
  /** The label of the edit button, the same in every row. */
  edit: string;
  /** The id of the element with the item's name. A screen reader reads it with the buttons. */
  nameId: string;
  onEdit: () => void;
  onDelete: () => void;
};

export function NamedItemActions({ edit, nameId, onEdit, onDelete }: Props) {
  return (
    <Group gap={0} wrap="nowrap">
      <button type="button" {...rowAction(edit, nameId)} onClick={onEdit}>
        <IconPencil size={18} stroke={1.7} aria-hidden="true" />
      </button>
      <button type="button" {...rowAction(shared.delete, nameId)} data-danger="true" onClick={onDelete}>
        <IconTrash size={18} stroke={1.7} aria-hidden="true" />
      </button>
    </Group>
  );
}
