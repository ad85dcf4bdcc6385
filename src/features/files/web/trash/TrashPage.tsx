import { IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TrashedFile } from '#features/files/trash/trash.contract.ts';
import { trashTexts as texts } from '#features/files/trash/trash.texts.ts';
import { useRestoredData } from '#web/restored-state.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { PagedList } from '#web/widgets/PagedList.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { trashQuery } from '../trash.data.ts';
import { DeleteForGoodDialog } from './DeleteForGoodDialog.tsx';
import { TrashRow } from './TrashRow.tsx';
import rows from '../list/FileRow.module.css';

/** The deleted files that can still be restored. See docs/choices.md#trash-and-versions. */
export function TrashPage() {
  const trash = useInfiniteQuery({ ...trashQuery, ...useRestoredData(trashQuery.queryKey) });
  const heading = useRef<HTMLHeadingElement>(null);
  const [deleting, setDeleting] = useState<TrashedFile>();
  // The focused button was removed with its row.
  const focusHeading = () => heading.current?.focus({ preventScroll: true });

  return (
    <>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        headingRef={heading}
        back={{ to: '/files', label: texts.backToFiles }}
      />
      <PagedList list={trash} label={texts.list} texts={texts} isAutomatic>
        {(pages) => {
          const files = pages.flatMap((page) => page.files);
          if (files.length === 0 && !trash.hasNextPage)
            return <EmptyState icon={IconTrash} title={texts.empty} hint={texts.emptyHint} />;
          return (
            <ul className={rows.list} aria-label={texts.list}>
              {files.map((file) => (
                <TrashRow key={file.id} file={file} onDelete={setDeleting} onGone={focusHeading} />
              ))}
            </ul>
          );
        }}
      </PagedList>
      <DeleteForGoodDialog file={deleting} onClose={() => setDeleting(undefined)} onGone={focusHeading} />
    </>
  );
}
