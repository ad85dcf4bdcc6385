import { Button, Checkbox, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { movedBy, tableColumns } from '#features/containers/list/container-table.rules.ts';
import type { TableColumn } from '#features/containers/list/container-table.rules.ts';
import { headingOf, tableTexts } from '#features/containers/list/container-table.texts.ts';
import { MenuButton } from './MenuButton.tsx';
import { useOpenedFirst } from './use-opened-first.ts';
import styles from './ColumnsMenu.module.css';

type Props = {
  columns: readonly TableColumn[];
  onChange: (ids: readonly string[]) => void;
  isOpened: boolean;
};

/** Chooses the columns of the table and their order. The chosen ones come first in the list. */
export function ColumnsMenu({ columns, onChange, isOpened }: Props) {
  const [open, setOpen] = useOpenedFirst(isOpened);
  const chosen = columns.map(({ id }) => id);
  const others = tableColumns.filter(({ id }) => !chosen.includes(id));
  const toggle = (id: TableColumn['id']) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);

  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus width={330}>
      <Popover.Target>
        <MenuButton menu="columns" autoFocus={isOpened} onClick={() => setOpen(!open)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={tableTexts.columns} className={styles.dropdown ?? ''}>
        <p className={styles.hint}>{tableTexts.columnsHint}</p>
        <ul className={styles.list}>
          {[...columns, ...others].map((column) => (
            <Line
              key={column.id}
              column={column}
              chosen={chosen}
              onToggle={() => toggle(column.id)}
              onMove={(step) => onChange(movedBy(chosen, column.id, step))}
            />
          ))}
        </ul>
        <Button variant="subtle" size="compact-md" onClick={() => onChange([])}>
          {tableTexts.defaultColumns}
        </Button>
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
  return (
    <li className={styles.line}>
      <Checkbox
        label={label}
        checked={position >= 0}
        // The last column stays, because an empty choice means the default columns.
        disabled={chosen.length === 1 && position === 0}
        onChange={onToggle}
        className={styles.choice ?? ''}
      />
      {position >= 0 && (
        <>
          <button
            type="button"
            className={styles.move}
            aria-label={tableTexts.moveUp(label)}
            aria-disabled={position === 0}
            onClick={() => onMove(-1)}
          >
            <IconArrowUp size={16} stroke={1.8} aria-hidden="true" />
          </button>
          <button
            type="button"
            className={styles.move}
            aria-label={tableTexts.moveDown(label)}
            aria-disabled={position === chosen.length - 1}
            onClick={() => onMove(1)}
          >
            <IconArrowDown size={16} stroke={1.8} aria-hidden="true" />
          </button>
        </>
      )}
    </li>
  );
}
