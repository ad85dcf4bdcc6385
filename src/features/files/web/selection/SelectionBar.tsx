import { Box, Button, CloseButton, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowsExchange, IconFileZip, IconLink, IconTag, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { File } from '#features/files/core/files.contract.ts';
import {
  managesFiles,
  maxFilesPerRequest,
  maxSelected,
  mayDeleteFile,
  mayEditFile,
} from '#features/files/core/files.rules.ts';
import { selectionTexts as texts } from '#features/files/list/selection.texts.ts';
import type { Failure } from '#shared/failure.ts';
import { checkDownload } from '#web/check-download.ts';
import { useFilesPage } from '../files-page.context.ts';
import { useEscape } from '../preview/use-escape.ts';
import { zipLink } from '../selection.data.ts';
import { untouched, useFileSelection, usePicked } from './file-selection.ts';
import { selectingBoxes } from './SelectFile.tsx';
import { SelectionDialog } from './SelectionDialog.tsx';
import type { SelectionChange } from './SelectionDialog.tsx';
import { useTrashSelected } from './use-trash-selected.tsx';
import styles from './SelectionBar.module.css';

/** The number of selected files and their actions; `onDone` is called after a change, when the bar has closed. */
export function SelectionBar({ onDone }: { onDone: () => void }) {
  const selection = useFileSelection();
  const picked = usePicked(selection);
  const { files, bytes, isSelecting } = picked;
  const { person, now, mayOpenContainers } = useFilesPage();
  const [change, setChange] = useState<SelectionChange>();
  const bar = useRef<HTMLDivElement>(null);

  const clear = () => {
    const hadFocus = bar.current?.contains(document.activeElement);
    const boxes = [...document.querySelectorAll<HTMLElement>(`${selectingBoxes}:checked`)];
    selection.clear();
    // The bar closes, so the focus has to move elsewhere.
    if (hadFocus) (boxes.findLast((box) => box.checkVisibility()) ?? bar.current)?.focus({ preventScroll: true });
  };
  const finish = () => {
    selection.clear();
    onDone();
  };
  /** Files that were selected while the others were deleted stay selected. */
  const finishTrash = (trashed: readonly File[]) => {
    selection.set(trashed, false);
    if (selection.picked().files.length === 0) finish();
  };
  /** Files that do not exist any more do not stay selected, so that the action can be repeated without them. */
  const dropGone = ({ details }: Failure) => {
    const { file_ids: gone = [] } = (details ?? {}) as { file_ids?: number[] };
    selection.set(
      files.filter(({ id }) => gone.includes(id)),
      false,
    );
    if (selection.picked().files.length > 0) return;
    setChange(undefined);
    finish();
  };
  const trashing = useTrashSelected(files, { onDone: finishTrash, onRestored: onDone, onRefusal: dropGone });
  useEscape(isSelecting, clear);

  const count = files.length;
  const said = count > 0 ? texts.selected(count, bytes) : texts.noneSelected;
  const tooMany = count > maxSelected;
  const mayEdit = files.every((file) => mayEditFile(person, file));
  const mayDelete = files.every((file) => mayDeleteFile(person, file, now));
  return (
    <>
      <VisuallyHidden role="status">{picked === untouched ? '' : said}</VisuallyHidden>
      {isSelecting && (
        <Group component="section" ref={bar} className={styles.bar ?? ''} gap="sm" aria-label={texts.bar}>
          <CloseButton size="lg" aria-label={texts.clear} title={texts.clear} onClick={clear} />
          <Box flex="1 1 0" miw={0}>
            <Text fw={550}>{count === 0 ? texts.tapToSelect : said}</Text>
            {tooMany ? (
              <Text role="alert" fz="xs" c="var(--danger-text)">
                {texts.tooMany(maxSelected)}
              </Text>
            ) : (
              <Text className={styles.hint ?? ''} fz="xs" c="dimmed">
                {texts.rangeHint}
              </Text>
            )}
          </Box>
          {count > 0 && (
            <Group className={styles.actions ?? ''} gap="xs" justify="flex-end">
              <ZipButton href={tooMany ? undefined : zipLink(files)} onRefusal={dropGone} />
              {mayOpenContainers && mayEdit && (
                <Action
                  icon={IconLink}
                  name={texts.link}
                  off={count > maxFilesPerRequest}
                  onClick={() => setChange('container')}
                />
              )}
              {mayEdit && (
                <Action icon={IconTag} name={texts.changeType} off={tooMany} onClick={() => setChange('type')} />
              )}
              {managesFiles(person) && (
                <Action icon={IconArrowsExchange} name={texts.move} off={tooMany} onClick={() => setChange('team')} />
              )}
              {mayDelete && (
                <Action icon={IconTrash} name={texts.delete} off={tooMany} danger onClick={trashing.confirm} />
              )}
            </Group>
          )}
        </Group>
      )}
      <SelectionDialog
        change={change}
        files={files}
        onClose={() => setChange(undefined)}
        onDone={finish}
        onRefusal={dropGone}
      />
      {trashing.dialog}
    </>
  );
}

type ZipProps = { href: string | undefined; onRefusal: (failure: Failure) => void };

/** A plain link: the browser saves the archive while the server creates it. */
function ZipButton({ href, onRefusal }: ZipProps) {
  const icon = <IconFileZip size={17} stroke={1.75} aria-hidden="true" />;
  if (href === undefined)
    return (
      <Button leftSection={icon} disabled>
        {texts.zip}
      </Button>
    );
  return (
    <Button component="a" leftSection={icon} href={href} download onClick={(event) => checkDownload(event, onRefusal)}>
      {texts.zip}
    </Button>
  );
}

type ActionProps = { icon: typeof IconTag; name: string; off: boolean; danger?: true; onClick: () => void };

function Action({ icon: Icon, name, off, danger, onClick }: ActionProps) {
  return (
    <Button
      variant={danger ? 'light' : 'default'}
      {...(danger && { color: 'red' })}
      leftSection={<Icon size={17} stroke={1.75} aria-hidden="true" />}
      disabled={off}
      onClick={onClick}
    >
      {name}
    </Button>
  );
}
