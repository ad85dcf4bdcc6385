import { useQuery } from '@tanstack/react-query';
import { filesFound } from '#features/containers/list/container-filters.texts.ts';
import { foundFilesQuery } from '#features/files/web/found-files.data.ts';
import { OtherResults } from '#web/widgets/OtherResults.tsx';

/**
 * The number of files that the search of the containers page finds by name. Shows nothing if there are none, or on a
 * failure.
 */
export function FoundFiles({ search }: { search: string }) {
  const { data: found = 0 } = useQuery(foundFilesQuery(search));
  if (found === 0) return null;
  return <OtherResults to={`/files?${new URLSearchParams({ q: search })}`} text={filesFound(found)} />;
}
