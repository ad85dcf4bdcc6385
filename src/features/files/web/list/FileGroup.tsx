import { Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import type { FilesGroup } from '#features/files/core/files.contract.ts';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { filesView } from '#features/files/list/files-view.rules.ts';
import type { PageView } from '#features/files/list/files-view.rules.ts';
import { useRestoredState } from '#web/restored-state.ts';
import { Card } from '#web/widgets/Card.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { GroupFiles } from './GroupFiles.tsx';
import styles from './FileGroup.module.css';
import row from './FileRow.module.css';

type Props = { group: FilesGroup; view: PageView };

/** A collapsible team or file type, with its count, its description and its files. */
export function FileGroup({ group, view }: Props) {
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
