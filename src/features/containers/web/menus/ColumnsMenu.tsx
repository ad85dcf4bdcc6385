import { ActionIcon, Button, Checkbox, Group, NativeSelect, Popover, Stack } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { listGroups } from '#features/containers/core/container-fields.rules.ts';
import { movedBy, tableColumns } from '#features/containers/list/container-table.rules.ts';
import type { TableColumn } from '#features/containers/list/container-table.rules.ts';
import { headingOf, tableTexts } from '#features/containers/list/container-table.texts.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { Note } from '#web/widgets/Note.tsx';
import type { TableChoices } from './use-table-choices.ts';
import styles from './ColumnsMenu.module.css';

type Props = {
  view: ContainersView;
  choices: TableChoices;
  onChange: (part: Partial<ContainersView>) => void;
};

/** Chooses the groups, the columns and their order. The chosen columns come first in the list. */
export function ColumnsMenu({ view, choices, onChange }: Props) {
  const { columns, setColumns, setWidths } = choices;
  const chosen = columns.map(({ id }) => id);
  const others = tableColumns.filter(({ id }) => !chosen.includes(id));
  const toggle = (id: TableColumn['id']) =>
    setColumns(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const reset = () => {
    setColumns([]);
    setWidths({});
  };
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus width={330}>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={tableTexts.columns}
          title={tableTexts.columns}
          className={styles.corner ?? ''}
        >
          <IconColumns3 size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={tableTexts.columns}>
        <Stack gap="xs">
          <NativeSelect
            label={tableTexts.group}
            data={[
              { value: '', label: tableTexts.noGroup },
              ...listGroups.map((value) => ({ value, label: tableTexts.groups[value] })),
            ]}
            value={view.group ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange({ group: listGroups.find((group) => group === value) })
            }
          />
          <Note fz="xs">{tableTexts.columnsHint}</Note>
          <Stack component="ul" gap={0} p={0} m={0} mah="min(420px, 50dvh)" className={styles.list ?? ''}>
            {[...columns, ...others].map((column) => (
              <Line
                key={column.id}
                column={column}
                chosen={chosen}
                onToggle={() => toggle(column.id)}
                onMove={(step) => setColumns(movedBy(chosen, column.id, step))}
              />
            ))}
          </Stack>
          <Button variant="subtle" size="compact-md" onClick={reset}>
            {tableTexts.defaultColumns}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

type LineProps = {
  column: TableColumn;
  chosen: readonly TableColumn['id'][];
  onToggle: () => void;
  onMove: (step: -1 | 1) => void;
};

function Line({ column, chosen, onToggle, onMove }: LineProps) {
  const label = headingOf(column);
  const position = chosen.indexOf(column.id);
  const moves = [
    { step: -1, name: tableTexts.moveUp(label), Icon: IconArrowUp, isLast: position === 0 },
    { step: 1, name: tableTexts.moveDown(label), Icon: IconArrowDown, isLast: position === chosen.length - 1 },
  ] as const;
  return (
    <Group component="li" gap="xxs" mih={34} wrap="nowrap" justify="space-between">
      <Checkbox
        label={label}
        checked={position >= 0}
        // The last column stays, because an empty choice means the default columns.
        disabled={chosen.length === 1 && position === 0}
        onChange={onToggle}
      />
      {position >= 0 && (
        <Group gap={0} wrap="nowrap">
          {moves.map(({ step, name, Icon, isLast }) => (
            <ActionIcon
              key={step}
              variant="subtle"
              color="gray"
              aria-label={name}
              aria-disabled={isLast}
              opacity={isLast ? 0.35 : 1}
              onClick={() => onMove(step)}
            >
              <Icon size={16} stroke={1.8} aria-hidden="true" />
            </ActionIcon>
          ))}
        </Group>
      )}
    </Group>
  );
}
