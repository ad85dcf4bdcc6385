import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { IconArrowBackUp, IconPencilCog } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { bulkTexts } from '#features/containers/bulk/container-bulk.texts.ts';
import { filterOf } from '#features/containers/list/containers-view.rules.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';
import { useShownWhileClosing } from '#web/use-shown-while-closing.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { Note } from '#web/widgets/Note.tsx';
import { countOf, useContainerSelection } from '../container-selection.context.ts';
import { useContainersPage } from '../containers-page.context.ts';
import { useContainerChanged } from '../containers.data.ts';
import { BulkForm } from './BulkForm.tsx';
import { useLastBulk } from './use-last-bulk.ts';
import styles from './BulkBar.module.css';

type Props = { view: ContainersView; today: string; found: number };

/** The number of selected containers and their changes; afterwards, for ten minutes, the undo of the last change. */
export function BulkBar({ view, today, found }: Props) {
  const { onFocusLost } = useContainersPage();
  // The bar disappears with its focused button, so the focus moves to the table.
  const toTable = () => {
    const table = document.querySelector<HTMLElement>('main [role=grid]');
    if (table) table.focus({ preventScroll: true });
    else onFocusLost();
  };
  const { selection, selectAll, clear } = useContainerSelection();
  const { last, remember, forget } = useLastBulk();
  const [open, setOpen] = useState(false);
  const onChanged = useContainerChanged();
  const leaveUndo = () => {
    forget();
    toTable();
    return onChanged();
  };
  const undoing = useAction(bulkContract.undo, {
    failed: bulkTexts.undoFailed,
    preferServerMessage: true,
    // The bar stays after other failures, so that the undo can be tried again.
    onRefusal: ({ code }) => {
      if (code === 'container.no_undo') void leaveUndo();
    },
  });
  const count = countOf(selection, found);
  const title = useShownWhileClosing(open ? bulkTexts.title(count) : undefined);

  const undo = async (id: number) => {
    const undone = await undoing.run({ id });
    if (!undone) return;
    toast.success(bulkTexts.undone(undone.restored, undone.kept));
    await leaveUndo();
  };
  const finish = async (id: number | null, changed: number) => {
    setOpen(false);
    clear();
    if (id !== null) {
      remember({ id, changed });
      toast.success(bulkTexts.changed(changed), () => void undo(id));
    }
    toTable();
    await onChanged();
  };

  return (
    <>
      {count > 0 && (
        <Bar
          label={bulkTexts.bar}
          closeLabel={bulkTexts.clear}
          onClose={() => {
            clear();
            toTable();
          }}
        >
          <Text fw={550} flex="1 1 120px" role="status">
            {selection.all && selection.ids.size === 0 ? bulkTexts.allFiltered(count) : bulkTexts.selected(count)}
          </Text>
          {count < found && (
            <Button variant="subtle" onClick={selectAll}>
              {bulkTexts.selectAllOf(found)}
            </Button>
          )}
          <Button
            leftSection={<IconPencilCog size={17} stroke={1.75} aria-hidden="true" />}
            onClick={() => setOpen(true)}
          >
            {bulkTexts.change}
          </Button>
        </Bar>
      )}
      {count === 0 && last && (
        <Bar
          label={bulkTexts.changed(last.changed)}
          closeLabel={bulkTexts.dismiss}
          onClose={() => {
            forget();
            toTable();
          }}
        >
          <Text component="div" fw={550} flex="1 1 120px">
            {bulkTexts.changed(last.changed)}
            <Note fz="xs">{bulkTexts.undoFor(last.minutesLeft)}</Note>
          </Text>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={17} stroke={1.75} aria-hidden="true" />}
            loading={undoing.busy}
            onClick={() => void undo(last.id)}
          >
            {bulkTexts.undo}
          </Button>
        </Bar>
      )}
      <Dialog opened={open} onClose={() => setOpen(false)} title={title} closeOnClickOutside={false} size={640}>
        {open && (
          <BulkForm
            selection={
              selection.all
                ? { filter: filterOf(view, today), except: [...selection.ids] }
                : { ids: [...selection.ids] }
            }
            onClose={() => setOpen(false)}
            onDone={(id, changed) => void finish(id, changed)}
          />
        )}
      </Dialog>
    </>
  );
}

type BarProps = { label: string; closeLabel: string; onClose: () => void; children: ReactNode };

function Bar({ label, closeLabel, onClose, children }: BarProps) {
  return (
    <Paper
      component="section"
      withBorder
      shadow="lg"
      radius="md"
      px="sm"
      py={8}
      className={styles.bar ?? ''}
      aria-label={label}
    >
      <Group gap="xs">
        <CloseButton size="lg" aria-label={closeLabel} onClick={onClose} />
        {children}
      </Group>
    </Paper>
  );
}
