import { useQuery } from '@tanstack/react-query';
import { foundContainersQuery } from '#features/containers/web/container-figures.data.ts';
import { containersFound } from '#features/files/core/files.texts.ts';
import { OtherResults } from '#web/widgets/OtherResults.tsx';

/**
 * The number of containers that the search of the files page finds. Shows nothing if there are none, or on a failure.
 */
export function FoundContainers({ search, enabled }: { search: string; enabled: boolean }) {
  const { data: found = 0 } = useQuery({ ...foundContainersQuery(search), enabled });
  if (found === 0) return null;
  const address = new URLSearchParams({ search });
  return <OtherResults to={`/container-status?${address}`} text={containersFound(found)} />;
}
