type Loaded = { data: { pages: readonly unknown[] } | undefined; hasNextPage: boolean; isError: boolean };
export type Pages = Loaded & {
  isFetchingNextPage: boolean;
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<Loaded>;
};

/** A page that is refreshed more often within one request is asked for by the next click. */
const maxTries = 5;

/**
 * Fetches the next page of an infinite query. A query runs one fetch at a time. It ignores another one during a refresh, and
 * a refresh that begins later cancels it. So the page is asked for again until it is there.
 */
export async function fetchNextPage(list: Pages): Promise<void> {
  if (list.isFetchingNextPage) return;
  const before = list.data?.pages.length ?? 0;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { data, hasNextPage, isError } = await list.fetchNextPage({ cancelRefetch: false });
    if (isError || !hasNextPage || (data?.pages.length ?? 0) > before) return;
  }
}
