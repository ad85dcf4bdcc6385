import { Box, Stack } from '@mantine/core';
import { useDeferredValue } from 'react';
import type { FilesGroup } from '#features/files/core/files.contract.ts';
import { filesPerClick } from '#features/files/core/files.rules.ts';
import type { PageView } from '#features/files/list/files-view.rules.ts';
import { useRestoredState } from '#web/restored-state.ts';
import { watchNear } from '#web/watch-near.ts';
import { FileGroup } from './FileGroup.tsx';

/** Groups rendered at once. A company may have a thousand teams; the others render on scroll. */
const groupsPerStep = 24;

/** Rows of the first paint; the groups after them follow in a deferred render. */
const rowsAtOnce = 15;

type Props = { groups: readonly FilesGroup[]; view: PageView };

/** The groups. More of them render when the user scrolls near the end. */
export function FileGroups({ groups, view }: Props) {
  const [wanted, setWanted] = useRestoredState('groups', groupsPerStep);
  const drawn = useDeferredValue(wanted, groupsAtOnce(groups));
  return (
    <Stack gap="md">
      {groups.slice(0, drawn).map((group) => (
        <FileGroup key={`${view.grouping} ${group.id}`} group={group} view={view} />
      ))}
      {wanted < groups.length && <End key={wanted} onNear={() => setWanted(wanted + groupsPerStep)} />}
    </Stack>
  );
}

function groupsAtOnce(groups: readonly FilesGroup[]): number {
  let rows = 0;
  const filling = groups.findIndex(({ files_count }) => (rows += Math.min(files_count, filesPerClick)) >= rowsAtOnce);
  return filling === -1 ? groupsPerStep : filling + 1;
}

function End({ onNear }: { onNear: () => void }) {
  const watch = (element: Element | null) =>
    element ? watchNear(element, '1200px', (near) => near && onNear()) : undefined;
  return <Box ref={watch} h={1} />;
}
