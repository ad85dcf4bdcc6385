import { Button, Group, List, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { bulkTexts } from '#features/containers/bulk/container-bulk.texts.ts';
import { cellTexts } from '#features/containers/cells/container-cells.texts.ts';
import { isDateField } from '#features/containers/core/container-fields.rules.ts';
import { fieldLabel } from '#features/containers/core/container-fields.texts.ts';
import { importScreenTexts } from '#features/containers/import/import-page.texts.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { DialogButtons } from '#web/widgets/DialogButtons.tsx';
import { LeaveGuard } from '#web/widgets/LeaveGuard.tsx';
import { BulkPreview } from '../bulk/BulkPreview.tsx';
import { Problem } from '../edit/Problem.tsx';
import type { CellBlock, CellPlan } from './use-cell-block.ts';
import type { Cells } from './use-cells.ts';
import styles from './cells.module.css';

/** The list stays short with a block of a thousand rows. */
const maxRemarks = 50;

/** What a change of several cells will do, before it is made. */
function CellsPreview({ block }: { block: CellBlock }) {
  const { draft } = block;
  return (
    <Dialog
      opened={draft?.isOpen === true}
      onClose={block.leave}
      title={cellTexts.previewTitle}
      closeOnClickOutside={false}
      size={640}
    >
      {draft?.isOpen && <Content block={block} draft={draft} />}
    </Dialog>
  );
}

function Content({ block, draft }: { block: CellBlock; draft: NonNullable<CellBlock['draft']> }) {
  const { plan, rows } = draft;
  const remarks = [...draft.notes, ...(plan ? remarksOf(plan, rows.length) : [])];
  const hidden = remarks.length - maxRemarks;
  const movesDate = plan?.rows.some(({ changes }) => changes.some(({ field }) => isDateField(field)));
  return (
    <Stack gap="md">
      <Problem>{block.failure}</Problem>
      {remarks.length > 0 && (
        <List aria-label={cellTexts.remarks} size="sm" spacing={4}>
          {remarks.slice(0, maxRemarks).map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
          {hidden > 0 && <List.Item>{cellTexts.moreRemarks(hidden)}</List.Item>}
        </List>
      )}
      {plan?.dates_open && (
        <NativeSelect
          label={importScreenTexts.dayOrder}
          value={draft.dayFirst ? 'day' : 'month'}
          data={[
            { value: 'day', label: importScreenTexts.dayFirst },
            { value: 'month', label: importScreenTexts.monthFirst },
          ]}
          onChange={({ currentTarget }) => block.setDayFirst(currentTarget.value === 'day')}
        />
      )}
      {plan && <BulkPreview plan={asBulk(plan)} reason={movesDate ? draft.reason : ''} />}
      {movesDate && (
        <TextInput
          label={bulkTexts.reason}
          value={draft.reason}
          maxLength={2000}
          autoComplete="off"
          onChange={({ currentTarget }) => block.setReason(currentTarget.value)}
        />
      )}
      <DialogButtons onCancel={block.leave}>
        <Button data-autofocus loading={block.busy} disabled={plan?.changed === 0} onClick={block.proceed}>
          {plan && !block.failure ? bulkTexts.apply(plan.changed) : cellTexts.tryAgain}
        </Button>
      </DialogButtons>
    </Stack>
  );
}

const asBulk = ({ rows, changed, ...plan }: CellPlan) => ({
  ...plan,
  changed,
  unchanged: rows.length - changed,
  papers_missing: 0,
  containers: rows,
});

function remarksOf({ rows }: CellPlan, asked: number): string[] {
  const gone = asked - rows.length;
  const all = rows.flatMap(({ name, remarks, is_outdated, changes }) => [
    ...(is_outdated && changes.length > 0 ? [cellTexts.outdated(name)] : []),
    ...remarks.map(({ text, kind }) => cellTexts.remark(name, text, kind === 'problem')),
  ]);
  return [...(gone > 0 ? [cellTexts.gone(gone)] : []), ...new Set(all)];
}

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
