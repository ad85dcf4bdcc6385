import { Button, Group, Text } from '@mantine/core';
import { cellTexts } from '#features/containers/cells/container-cells.texts.ts';
import { fieldLabel } from '#features/containers/core/container-fields.texts.ts';
import { LeaveGuard } from '#web/widgets/LeaveGuard.tsx';
import { CellsPreview } from './CellsPreview.tsx';
import type { Cells } from './use-cells.ts';
import styles from './cells.module.css';

/** Below the table: cells that are not saved, and the change of a block. */
export function CellsStatus({ cells }: { cells: Cells }) {
  const { block, saves } = cells;
  const { draft } = block;
  const count = draft?.rows.reduce((sum, { values }) => sum + Object.keys(values).length, 0) ?? 0;
  const [first] = saves.failed;
  return (
    <>
      {first && (
        <Group role="alert" gap="xs" wrap="nowrap" className={styles.unsaved ?? ''}>
          <Text fz="sm" truncate>
            {saves.failed.length === 1
              ? cellTexts.notSaved(fieldLabel(first.field), first.seen.name)
              : cellTexts.unsaved(saves.failed.length)}
          </Text>
          <Button size="compact-sm" variant="default" onClick={cells.showUnsaved}>
            {cellTexts.show}
          </Button>
        </Group>
      )}
      <Text role="status" fz="sm" className={styles.progress ?? ''}>
        {block.busy && !draft?.isOpen && (block.isMaking ? cellTexts.savingBlock(count) : cellTexts.checking(count))}
      </Text>
      <CellsPreview block={block} />
      <LeaveGuard
        active={saves.failed.length > 0}
        title={cellTexts.leaveTitle}
        question={cellTexts.leaveQuestion(saves.failed.length)}
        leave={cellTexts.leave}
      />
    </>
  );
}
