import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ownTexts } from '#features/containers/core/containers.texts.ts';
import { texts as common } from '#web/texts.ts';
import { watchNear } from '#web/watch-near.ts';
import { useHandler } from '../use-handler.ts';

type Props = {
  failed: boolean;
  /** Whether a request for the list is running. Another request would be dropped. */
  busy: boolean;
  loading: boolean;
  load: () => void;
};

/** Loads some screens ahead, so that scrolling rarely has to wait. */
const loadMargin = '1200px';

/** The end of the loaded containers. Loads more when it comes near the window, and on a click. */
export function NextContainers({ failed, busy, loading, load }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const loadNow = useHandler(load);

  useEffect(() => {
    return end.current ? watchNear(end.current, loadMargin, setNear) : undefined;
  }, []);
  useEffect(() => {
    if (near && !busy && !failed) loadNow();
  }, [near, busy, failed, loadNow]);

  return (
    <Stack ref={end} gap="sm" align="center">
      {failed && (
        <Text role="alert" fz="sm" c="var(--danger-text)">
          {ownTexts.moreFailed}
        </Text>
      )}
      <Button variant="default" aria-busy={loading} onClick={() => !busy && load()}>
        {loading ? ownTexts.loadingMore : failed ? common.tryAgain : ownTexts.loadMore}
      </Button>
    </Stack>
  );
}
