import { Box, Button, Group, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFileStack } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ownTexts } from '#features/files/core/files.texts.ts';
import { rowsInView, totalSize } from '#features/files/upload/upload.rules.ts';
import { formatSize } from '#shared/format.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { FileRow } from '../chosen/FileRow.tsx';
import type { TransferHandlers } from '../chosen/TransferControls.tsx';
import type { Transfer } from '../sending/transfers.ts';
import type { FileTypes } from './use-file-types.ts';
import type { SelectedFilesState } from './use-selected-files.ts';
import styles from './SelectedFiles.module.css';

type Props = {
  selection: SelectedFilesState;
  fileTypes: FileTypes;
  busy: boolean;
  /** Sent bytes of the files of the current request, by key. */
  sentByKey: ReadonlyMap<number, number> | undefined;
  transfers: ReadonlyMap<number, Transfer>;
  on: TransferHandlers;
};

/** A row is one line with its type, or two on a phone. Rows that are not rendered have these heights. */
const rowHeights = { phone: 100, desktop: 53 };

/** The list is at most this high, on phones. Rows are rendered for this height. */
const listHeight = 1200;

/** Longer lists render only the rows near the visible part. */
const longList = 200;

/** The selected files, in a list that scrolls. See docs/specification.md#upload-screen. */
export function SelectedFiles({ selection, fileTypes, busy, sentByKey, transfers, on }: Props) {
  const { files, rename } = selection;
  const { types, typeOf, whyOf, choose } = fileTypes;
  const headingId = useId();
  const [scrolled, setScrolled] = useState(0);
  const rowHeight = rowHeights[useMediaQuery('(width < 36em)') ? 'phone' : 'desktop'];
  const { start, end } =
    files.length > longList
      ? rowsInView(scrolled, listHeight, rowHeight, files.length)
      : { start: 0, end: files.length };

  if (files.length === 0) {
    return <EmptyState icon={IconFileStack} title={ownTexts.noneSelected} hint={ownTexts.noneSelectedHint} />;
  }
  return (
    <section aria-labelledby={headingId}>
      <Group justify="space-between" gap="sm" px="md" py="xs" className={styles.head ?? ''}>
        <Title order={3} component="h2" id={headingId}>
          {ownTexts.selected(files.length, formatSize(totalSize(files)))}
        </Title>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={busy}
          onClick={() => on.remove(files.map((file) => file.key))}
        >
          {ownTexts.removeAll}
        </Button>
      </Group>
      <div
        className={styles.scroll}
        onScroll={(event) => files.length > longList && setScrolled(event.currentTarget.scrollTop)}
      >
        <Box
          component="ul"
          m={0}
          px={0}
          aria-labelledby={headingId}
          style={{ paddingTop: start * rowHeight, paddingBottom: (files.length - end) * rowHeight }}
        >
          {files.slice(start, end).map((file, index) => (
            <FileRow
              key={file.key}
              selected={file}
              aria-posinset={start + index + 1}
              aria-setsize={files.length}
              types={types}
              type={typeOf(file)}
              why={whyOf(file)}
              busy={busy}
              sent={sentByKey?.get(file.key)}
              transfer={transfers.get(file.key)}
              on={on}
              onChoose={choose}
              onRename={rename}
            />
          ))}
        </Box>
      </div>
    </section>
  );
}
