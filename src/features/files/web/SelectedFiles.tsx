import { Button } from '@mantine/core';
import { IconFileStack } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ownTexts } from '#features/files/files.texts.ts';
import { rowsInView, totalSize } from '#features/files/upload.rules.ts';
import { formatSize } from '#shared/format.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { SelectedFileRow } from './SelectedFileRow.tsx';
import type { TransferHandlers } from './TransferControls.tsx';
import type { Transfer } from './transfers.ts';
import type { Selection } from './use-selection.ts';
import styles from './SelectedFiles.module.css';

type Props = {
  selection: Selection;
  busy: boolean;
  /** Bytes that have left, by a file's key; files of other requests are not in it. */
  sentByKey: ReadonlyMap<number, number> | undefined;
  transfers: ReadonlyMap<number, Transfer>;
  on: TransferHandlers;
};

/** As in the style sheet. */
const rowHeight = 54;
const listHeight = 432;

/** Longer lists draw only the rows near the part on screen. */
const longList = 200;

/** What will be uploaded, in a list that scrolls. Source: spec section 2, Upload Files. */
export function SelectedFiles({ selection, busy, sentByKey, transfers, on }: Props) {
  const { files, rename } = selection;
  const headingId = useId();
  const [scrolled, setScrolled] = useState(0);
  const { start, end } =
    files.length > longList
      ? rowsInView(scrolled, listHeight, rowHeight, files.length)
      : { start: 0, end: files.length };

  if (files.length === 0) {
    return <EmptyState icon={IconFileStack} title={ownTexts.noneSelected} hint={ownTexts.noneSelectedHint} />;
  }
  return (
    <section aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 className={styles.heading} id={headingId}>
          {ownTexts.selected(files.length, formatSize(totalSize(files)))}
        </h2>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={busy}
          onClick={() => on.remove(files.map((file) => file.key))}
        >
          {ownTexts.removeAll}
        </Button>
      </div>
      <div
        className={styles.scroll}
        onScroll={(event) => files.length > longList && setScrolled(event.currentTarget.scrollTop)}
      >
        <ul
          className={styles.list}
          aria-labelledby={headingId}
          style={{ paddingTop: start * rowHeight, paddingBottom: (files.length - end) * rowHeight }}
        >
          {files.slice(start, end).map((file, index) => (
            <SelectedFileRow
              key={file.key}
              selected={file}
              position={start + index + 1}
              count={files.length}
              busy={busy}
              sent={sentByKey?.get(file.key)}
              transfer={transfers.get(file.key)}
              on={on}
              onRename={rename}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}
