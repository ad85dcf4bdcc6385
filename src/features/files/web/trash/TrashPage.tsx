import { IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { trashTexts as texts } from '#features/files/trash/trash.texts.ts';
import { fetchNextPage } from '#web/fetch-next-page.ts';
import { useRestoredData } from '#web/restored-state.ts';
import { ListCard } from '#web/widgets/Card.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { trashQuery } from '../trash.data.ts';
import { TrashList } from './TrashList.tsx';
import { TrashLoading } from './TrashLoading.tsx';
import { TrashMore } from './TrashMore.tsx';
import styles from './TrashPage.module.css';

/** The deleted files that can still be restored. See docs/choices.md#trash-and-versions. */
export function TrashPage() {
  const trash = useInfiniteQuery({ ...trashQuery, ...useRestoredData(trashQuery.queryKey) });
  const heading = useRef<HTMLHeadingElement>(null);
  const files = trash.data?.pages.flatMap((part) => part.files);

  return (
    <div className={styles.page}>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        headingRef={heading}
        back={{ to: '/files', label: texts.backToFiles }}
      />
      <ListCard aria-label={texts.list}>
        {trash.isPending ? (
          <TrashLoading rows={6} label={texts.loading} />
        ) : files === undefined ? (
          <LoadFailed query={trash} title={texts.loadFailed} />
        ) : files.length === 0 && !trash.hasNextPage ? (
          <EmptyState icon={IconTrash} title={texts.empty} hint={texts.emptyHint} />
        ) : (
          <>
            {/* The focused button was removed with its row. */}
            <TrashList files={files} onGone={() => heading.current?.focus({ preventScroll: true })} />
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
    </div>
  );
}
