import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { fetchNextPage } from '../fetch-next-page.ts';
import type { Pages } from '../fetch-next-page.ts';
import { texts as common } from '../texts.ts';
import { watchNear } from '../watch-near.ts';
import { LoadingRows } from './Loading.tsx';
import { MoreButton } from './MoreButton.tsx';
import { TextButton } from './TextButton.tsx';

/** Loads this far ahead, so that a user who scrolls seldom waits. */
const loadsAhead = '1200px';

type Props = {
  list: Pages & { isFetchNextPageError: boolean };
  /** The label of the button. */
  more: string;
  /** Shown if the next page cannot be loaded. */
  failed: string;
  /** Whether the next page loads when the end of the list comes near. */
  isAutomatic?: boolean;
};

/** The end of the loaded rows of a list, with the button that loads the next page. Nothing at the end of the list. */
export function MoreRows({ list, more, failed, isAutomatic = false }: Props) {
  const { hasNextPage, isFetchNextPageError: hasFailed, isFetchingNextPage: isBusy } = list;
  if (!hasNextPage) return null;
  const load = () => void fetchNextPage(list);
  // Another function at each render, so that it watches again after each page: the end may still be near.
  const watch = (end: Element | null) => (end ? watchNear(end, loadsAhead, (near) => near && load()) : undefined);
  return (
    <div ref={isAutomatic && !hasFailed && !isBusy ? watch : undefined}>
      {hasFailed && !isBusy ? (
        <MoreFailed onTryAgain={load}>{failed}</MoreFailed>
      ) : isBusy && isAutomatic ? (
        <LoadingRows rows={3} height={64} />
      ) : (
        <MoreButton disabled={isBusy} onClick={load}>
          {isBusy ? common.loading : more}
        </MoreButton>
      )}
    </div>
  );
}

/** Says that further rows could not be loaded, with a button that tries again. */
export function MoreFailed({ onTryAgain, children }: { onTryAgain: () => void; children: ReactNode }) {
  return (
    <Text role="alert" fz="sm" c="var(--danger-text)" px="md" py="sm">
      {children} <TextButton onClick={onTryAgain}>{common.tryAgain}</TextButton>
    </Text>
  );
}
