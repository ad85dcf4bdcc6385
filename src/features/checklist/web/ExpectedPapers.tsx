import { Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Paper } from '#features/papers/checklist.contract.ts';
import { stages } from '#features/papers/checklist.rules.ts';
import { paperTexts, stageLabels } from '#features/papers/checklist.texts.ts';
import { papersQuery } from './checklist.data.ts';
import styles from './ExpectedPapers.module.css';

/** The expected types of documents by step, and whether each is linked. Nothing if none is expected. */
export function ExpectedPapers({ containerId }: { containerId: number }) {
  const { data, isError } = useQuery(papersQuery(containerId));
  if (isError)
    return (
      <Text fz="sm" c="dimmed" mb="sm">
        {paperTexts.loadFailed}
      </Text>
    );
  if (!data || data.length === 0) return null;
  const there = data.filter(({ is_there }) => is_there).length;
  const missing = data.filter(({ is_due }) => is_due).length;
  return (
    <Stack
      className={styles.papers ?? ''}
      gap="xs"
      mb="sm"
      px={12}
      py="xs"
      role="group"
      aria-label={paperTexts.expected}
    >
      <Group gap="sm" style={{ rowGap: 0 }} fz="sm">
        <span>{paperTexts.counted(there, data.length)}</span>
        {missing > 0 && (
          <Text component="strong" inherit fw={650} c="var(--danger-text)">
            {paperTexts.missingNow(missing)}
          </Text>
        )}
      </Group>
      {stages.map((stage) => (
        <Stage key={stage} label={stageLabels[stage]} papers={data.filter((paper) => paper.stage === stage)} />
      ))}
    </Stack>
  );
}

function Stage({ label, papers }: { label: string; papers: Paper[] }) {
  if (papers.length === 0) return null;
  return (
    <div className={styles.stage}>
      <Text fz="xs" c="dimmed" lh="22px">
        {label}
      </Text>
      <Group component="ul" gap="md" style={{ rowGap: 0 }} m={0} p={0} aria-label={label}>
        {papers.map(({ file_type_id, file_type_name, is_there, is_due }) => {
          const Icon = is_there ? IconCircleCheck : IconCircleDashed;
          return (
            <Group
              key={file_type_id}
              component="li"
              className={styles.paper ?? ''}
              gap="xxs"
              wrap="nowrap"
              fz="sm"
              data-tone={is_there ? 'success' : is_due ? 'danger' : 'neutral'}
            >
              <Icon size={16} stroke={1.8} aria-hidden="true" />
              <bdi>{file_type_name}</bdi>
              {is_there ? (
                <VisuallyHidden>{paperTexts.there}</VisuallyHidden>
              ) : (
                <Text span fz="xs" c="var(--tone-text)">
                  {paperTexts.missing}
                </Text>
              )}
            </Group>
          );
        })}
      </Group>
    </div>
  );
}
