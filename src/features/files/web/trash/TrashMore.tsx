import { Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { trashTexts as texts } from '#features/files/trash/trash.texts.ts';
import { texts as webTexts } from '#web/texts.ts';
import { watchNear } from '#web/watch-near.ts';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { MoreButton } from '#web/widgets/MoreButton.tsx';

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
        <LoadingRows rows={3} height={64} label={texts.loading} />
      ) : failed ? (
        <Text role="alert" fz="sm" c="var(--danger-text)" px="md" py="xs">
          {texts.moreFailed}
          <MoreButton inline onClick={onMore}>
            {webTexts.tryAgain}
          </MoreButton>
        </Text>
      ) : (
        <MoreButton onClick={onMore}>{texts.loadMore}</MoreButton>
      )}
    </div>
  );
}
