import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ownTexts } from '#features/containers/containers.texts.ts';
import { texts as kit } from '#web/texts.ts';
import { watchNear } from '#web/watch-near.ts';
import { useHandler } from './use-handler.ts';
import styles from './ContainersResults.module.css';

type Props = {
  failed: boolean;
  /** Whether anything of the list is being asked for; what is asked for meanwhile would be lost. */
  busy: boolean;
  loading: boolean;
  load: () => void;
};

/** Some screens ahead, so that whoever scrolls seldom waits. */
const loadsAhead = '1200px';

/** The end of what is here: asks for more as it comes near, and when it is pressed. */
export function NextContainers({ failed, busy, loading, load }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const loadNow = useHandler(load);

  useEffect(() => {
    return end.current ? watchNear(end.current, loadsAhead, setNear) : undefined;
  }, []);
  useEffect(() => {
    if (near && !busy && !failed) loadNow();
  }, [near, busy, failed, loadNow]);

  return (
    <div ref={end} className={styles.next}>
      {failed && (
        <p className={styles.failed} role="alert">
          {ownTexts.moreFailed}
        </p>
      )}
      <Button variant="default" aria-busy={loading} onClick={() => !busy && load()}>
        {loading ? ownTexts.loadingMore : failed ? kit.tryAgain : ownTexts.loadMore}
      </Button>
    </div>
  );
}
