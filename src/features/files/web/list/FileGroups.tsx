import { Box, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useDeferredValue, useId } from 'react';
import type { FilesGroup } from '#features/files/core/files.contract.ts';
import { filesPerClick } from '#features/files/core/files.rules.ts';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { filesView } from '#features/files/list/files-view.rules.ts';
import type { PageView } from '#features/files/list/files-view.rules.ts';
import { useRestoredState } from '#web/restored-state.ts';
import { watchNear } from '#web/watch-near.ts';
import { Card } from '#web/widgets/Card.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { GroupFiles } from './GroupFiles.tsx';
import styles from './FileGroup.module.css';
import row from './FileRow.module.css';

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

type FileGroupProps = { group: FilesGroup; view: PageView };

/** A collapsible team or file type, with its count, its description and its files. */
function FileGroup({ group, view }: FileGroupProps) {
  const [open, setOpen] = useRestoredState(`open ${view.grouping} ${group.id}`, true);
  const bodyId = useId();
  const name = group.name ?? texts.unknownType(group.id);

  return (
    <Card as="section" className={`${row.area} ${styles.group}`}>
      <div className={styles.head} data-group-head="">
        <h2 className={styles.heading}>
          <UnstyledButton
            className={styles.toggle ?? ''}
            aria-expanded={open}
            aria-controls={bodyId}
            onClick={() => setOpen(!open)}
          >
            <IconChevronDown className={styles.chevron} size={18} stroke={2} aria-hidden="true" />
            <Text inherit component="bdi" truncate title={name}>
              {name}
            </Text>
            <StateBadge tone="primary">{ownTexts.filesCount(group.files_count)}</StateBadge>
          </UnstyledButton>
        </h2>
        {group.description && (
          <p className={styles.description} title={group.description}>
            {group.description}
          </p>
        )}
      </div>
      <div id={bodyId} hidden={!open} className={styles.body}>
        {/* Another search or filter starts with five files again; a collapsed group stays collapsed. */}
        <GroupFiles key={filesView.write(view).toString()} group={group} name={name} view={view} />
      </div>
    </Card>
  );
}
