import { Button } from '@mantine/core';
import { IconFileStack } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ownTexts } from '#features/files/core/files.texts.ts';
import { rowsInView, totalSize } from '#features/files/upload/upload.rules.ts';
import { formatSize } from '#shared/format.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { SelectedFileRow } from './SelectedFileRow.tsx';
import type { TransferHandlers } from './TransferControls.tsx';
import type { Transfer } from './transfers.ts';
import type { SelectedFilesState } from './use-selected-files.ts';
import styles from './SelectedFiles.module.css';

type Props = {
  selection: SelectedFilesState;
  busy: boolean;
  /** Sent bytes of the files of the current request, by key. */
  sentByKey: ReadonlyMap<number, number> | undefined;
  transfers: ReadonlyMap<number, Transfer>;
  on: TransferHandlers;
};

/** Must equal the height in the style sheet. */
const rowHeight = 54;

/** The list is at most this high, on phones. Rows are rendered for this height. */
const listHeight = 1200;

/** Longer lists render only the rows near the visible part. */
const longList = 200;

/** The selected files, in a list that scrolls. See docs/specification.md#upload-screen. */
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
