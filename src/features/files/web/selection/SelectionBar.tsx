import { Box, CloseButton, Group, Text, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
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
import { selectionContract } from '#features/files/list/selection.contract.ts';
import { selectionTexts as texts } from '#features/files/list/selection.texts.ts';
import type { Failure } from '#shared/failure.ts';
import { checkDownload } from '#web/check-download.ts';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { useFilesPage } from '../files-page.context.ts';
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
  // Dialogs, the top bar and search fields handle the key themselves.
  useWindowEvent('keydown', ({ key, target }) => {
    const isOnPage = target instanceof Element && target.matches('body, main, main :not(input[type=search])');
    if (isSelecting && key === 'Escape' && isOnPage) clear();
  });

  const count = files.length;
  const said = count > 0 ? texts.selected(count, bytes) : texts.noneSelected;
  const tooMany = count > maxSelected;
  const action = { variant: 'default', disabled: tooMany };
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
              {/* A plain link: the browser saves the archive while the server creates it. */}
              <IconButton
                icon={IconFileZip}
                {...(tooMany
                  ? { disabled: true }
                  : {
                      link: {
                        href: zipLink(files),
                        download: true,
                        onClick: (event) => checkDownload(event, dropGone),
                      },
                    })}
              >
                {texts.zip}
              </IconButton>
              {mayOpenContainers && mayEdit && (
                <IconButton
                  icon={IconLink}
                  {...action}
                  disabled={count > maxFilesPerRequest}
                  onClick={() => setChange('container')}
                >
                  {texts.link}
                </IconButton>
              )}
              {mayEdit && (
                <IconButton icon={IconTag} {...action} onClick={() => setChange('type')}>
                  {texts.changeType}
                </IconButton>
              )}
              {managesFiles(person) && (
                <IconButton icon={IconArrowsExchange} {...action} onClick={() => setChange('team')}>
                  {texts.move}
                </IconButton>
              )}
              {mayDelete && (
                <IconButton icon={IconTrash} {...action} variant="light" color="red" onClick={trashing.confirm}>
                  {texts.delete}
                </IconButton>
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

/** Returns the URL at which the browser downloads several files as one archive. */
const zipLink = (files: readonly { id: number }[]): string =>
  `${selectionContract.zip.path}?ids=${files.map((file) => file.id).join(',')}`;
