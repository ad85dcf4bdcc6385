import { Box } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListCard } from './Card.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { LoadingRows } from './Loading.tsx';
import { MoreRows } from './MoreRows.tsx';

type Props<Page> = {
  list: UseInfiniteQueryResult<InfiniteData<Page>>;
  label: string;
  texts: Record<'loading' | 'loadFailed' | 'more' | 'moreFailed', string>;
  /** Whether the next page loads when the end of the list comes near. */
  isAutomatic?: boolean;
  /** Renders the loaded pages, or the reason for an empty list. */
  children: (pages: Page[]) => ReactNode;
};

/** The card of a list that loads page by page. While another search or filter loads, the last result stays on screen. */
export function PagedList<Page>({ list, label, texts, isAutomatic = false, children }: Props<Page>) {
  return (
    <ListCard aria-label={label} aria-busy={list.isPlaceholderData}>
      {list.data ? (
        <>
          {children(list.data.pages)}
          {!list.isPlaceholderData && (
            <MoreRows list={list} more={texts.more} failed={texts.moreFailed} isAutomatic={isAutomatic} />
          )}
        </>
      ) : list.isError ? (
        <LoadFailed query={list} title={texts.loadFailed} />
      ) : (
        <Box px="md">
          <LoadingRows rows={6} height={64} label={texts.loading} />
        </Box>
      )}
    </ListCard>
  );
}
