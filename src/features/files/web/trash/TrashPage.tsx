import { IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TrashedFile } from '#features/files/trash/trash.contract.ts';
import { trashTexts as texts } from '#features/files/trash/trash.texts.ts';
import { fetchNextPage } from '#web/fetch-next-page.ts';
import { useRestoredData } from '#web/restored-state.ts';
import { ListCard } from '#web/widgets/Card.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { trashQuery } from '../trash.data.ts';
import { DeleteForGoodDialog } from './DeleteForGoodDialog.tsx';
import { TrashMore } from './TrashMore.tsx';
import { TrashRow } from './TrashRow.tsx';
import rows from '../list/FileRow.module.css';

/** The deleted files that can still be restored. See docs/choices.md#trash-and-versions. */
export function TrashPage() {
  const trash = useInfiniteQuery({ ...trashQuery, ...useRestoredData(trashQuery.queryKey) });
  const heading = useRef<HTMLHeadingElement>(null);
  const [deleting, setDeleting] = useState<TrashedFile>();
  // The focused button was removed with its row.
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const files = trash.data?.pages.flatMap((part) => part.files);

  return (
    <>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        headingRef={heading}
        back={{ to: '/files', label: texts.backToFiles }}
      />
      <ListCard aria-label={texts.list}>
        {trash.isPending ? (
          <LoadingRows rows={6} height={64} label={texts.loading} />
        ) : files === undefined ? (
          <LoadFailed query={trash} title={texts.loadFailed} />
        ) : files.length === 0 && !trash.hasNextPage ? (
          <EmptyState icon={IconTrash} title={texts.empty} hint={texts.emptyHint} />
        ) : (
          <>
            <ul className={rows.list} aria-label={texts.list}>
              {files.map((file) => (
                <TrashRow key={file.id} file={file} onDelete={setDeleting} onGone={focusHeading} />
              ))}
            </ul>
            {trash.hasNextPage && (
              <TrashMore
                key={trash.data?.pages.length}
                failed={trash.isFetchNextPageError}
                busy={trash.isFetchingNextPage}
                onMore={() => void fetchNextPage(trash)}
              />
            )}
          </>
        )}
      </ListCard>
      <DeleteForGoodDialog file={deleting} onClose={() => setDeleting(undefined)} onGone={focusHeading} />
    </>
  );
}
