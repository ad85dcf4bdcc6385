import { useEffect, useEffectEvent, useRef } from 'react';
import { trashTexts as texts } from '#features/files/trash/trash.texts.ts';
import { texts as webTexts } from '#web/texts.ts';
import { watchNear } from '#web/watch-near.ts';
import { MoreButton } from '#web/widgets/MoreButton.tsx';
import { TrashLoading } from './TrashLoading.tsx';
import styles from './TrashList.module.css';

type Props = { failed: boolean; busy: boolean; onMore: () => void };

/** Loads some screens ahead, so that a user who scrolls rarely waits. */
const loadsAhead = '1000px';

/**
 * The end of the loaded list. Loads the next page when it is near the screen, or on a click. Rendered anew for each
 * page, so that it loads again.
 */
export function TrashMore({ failed, busy, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const loadMore = useEffectEvent(onMore);
  useEffect(() => {
    if (!end.current || failed) return undefined;
    return watchNear(end.current, loadsAhead, (near) => near && loadMore());
  }, [failed]);

  return (
    <div ref={end}>
      {busy ? (
        <TrashLoading rows={3} label={texts.loading} />
      ) : failed ? (
        <p className={styles.failed} role="alert">
          {texts.moreFailed}
          <MoreButton inline onClick={onMore}>
            {webTexts.tryAgain}
          </MoreButton>
        </p>
      ) : (
        <MoreButton onClick={onMore}>{texts.loadMore}</MoreButton>
      )}
    </div>
  );
}
