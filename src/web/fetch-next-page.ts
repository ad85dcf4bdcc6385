type Pages = {
  isFetching: boolean;
  isFetchingNextPage: boolean;
  refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>;
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>;
};

/**
 * Fetches the next page of an infinite query. A query runs one fetch at a time and ignores another one, so a refresh in
 * progress ends first.
 */
export async function fetchNextPage(list: Pages): Promise<void> {
  if (list.isFetchingNextPage) return;
  if (list.isFetching) await list.refetch({ cancelRefetch: false });
  await list.fetchNextPage({ cancelRefetch: false });
}
