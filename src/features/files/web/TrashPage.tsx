import { Button } from '@mantine/core';
import { IconArrowLeft, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { trashTexts as texts } from '#features/files/keeping.texts.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { trashQuery } from './keeping.data.ts';
import { TrashList } from './TrashList.tsx';
import { TrashLoading } from './TrashLoading.tsx';
import { TrashMore } from './TrashMore.tsx';
import styles from './TrashPage.module.css';

/** What was deleted and can still be taken back. Source: decisions.md section 4. */
export function TrashPage() {
  const trash = useInfiniteQuery(trashQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const files = trash.data?.pages.flatMap((part) => part.files);

  return (
    <div className={styles.page}>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        headingRef={heading}
        actions={
          <Button
            component={Link}
            to="/files"
            variant="default"
            leftSection={<IconArrowLeft size={17} stroke={1.75} aria-hidden="true" />}
          >
            {texts.backToFiles}
          </Button>
        }
      />
      <section className={styles.card} aria-label={texts.list}>
        {trash.isPending ? (
          <TrashLoading rows={6} label={texts.loading} />
        ) : files === undefined ? (
          <LoadFailed query={trash} title={texts.loadFailed} hint={texts.loadFailedHint} />
        ) : files.length === 0 && !trash.hasNextPage ? (
          <EmptyState icon={IconTrash} title={texts.empty} hint={texts.emptyHint} />
        ) : (
          <>
            {/* The button that had the focus is gone with its row. */}
            <TrashList files={files} onGone={() => heading.current?.focus({ preventScroll: true })} />
            {trash.hasNextPage && (
              <TrashMore
                key={trash.data?.pages.length}
                failed={trash.isFetchNextPageError}
                busy={trash.isFetchingNextPage}
                onMore={() => void trash.fetchNextPage({ cancelRefetch: false })}
              />
            )}
          </>
        )}
      </section>
    </div>
  );
}
