import { useEffect, useEffectEvent, useRef } from 'react';
import { trashTexts as texts } from '#features/files/keeping.texts.ts';
import { texts as kit } from '#web/texts.ts';
import { watchNear } from '#web/watch-near.ts';
import { MoreButton } from '#web/widgets/MoreButton.tsx';
import { TrashLoading } from './TrashLoading.tsx';
import styles from './TrashList.module.css';

type Props = { failed: boolean; busy: boolean; onMore: () => void };

/** Some screens ahead, so that whoever scrolls seldom waits. */
const loadsAhead = '1000px';

/** The end of what is here: asks for more as it comes near, or at a click. One for each part, so that it asks again after the last. */
export function TrashMore({ failed, busy, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const ask = useEffectEvent(onMore);
  useEffect(() => {
    if (!end.current || failed) return undefined;
    return watchNear(end.current, loadsAhead, (near) => near && ask());
  }, [failed]);

  return (
    <div ref={end}>
      {busy ? (
        <TrashLoading rows={3} label={texts.loading} />
      ) : failed ? (
        <p className={styles.failed} role="alert">
          {texts.moreFailed}
          <MoreButton inline onClick={onMore}>
            {kit.tryAgain}
          </MoreButton>
        </p>
      ) : (
        <MoreButton onClick={onMore}>{texts.loadMore}</MoreButton>
      )}
    </div>
  );
}
