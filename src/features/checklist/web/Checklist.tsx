import { Box, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import type { FileType } from '#features/file-types/file-types.contract.ts';
import type { ChecklistRule } from '#features/papers/checklist.contract.ts';
import { scopeText, settingTexts, stageLabels } from '#features/papers/checklist.texts.ts';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { Row } from '#web/widgets/Row.tsx';
import { RowTool } from '#web/widgets/RowTool.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { checklistQuery, useChecklist } from './checklist.data.ts';
import { ChecklistForm } from './ChecklistForm.tsx';
import styles from './Checklist.module.css';

/** The file types that are expected of containers, and a form to add one. */
export function Checklist({ fileTypes }: { fileTypes: readonly FileType[] }) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const rules = useQuery(checklistQuery);
  const { remove } = useChecklist();
  const drop = async (id: number) => {
    await remove.run({ id });
    // The focused button was removed with its line.
    heading.current?.focus();
  };
  return (
    <Section
      className={styles.card ?? ''}
      title={settingTexts.title}
      description={settingTexts.intro}
      headingId={headingId}
      headingRef={heading}
    >
      {rules.isPending && <LoadingRows rows={2} height={48} />}
      {rules.isError && <LoadFailed query={rules} title={settingTexts.loadFailed} />}
      {rules.data?.length === 0 && (
        <Text fz="sm" c="dimmed">
          {settingTexts.none}
        </Text>
      )}
      {rules.data && rules.data.length > 0 && (
        <Box component="ul" m={0} p={0} aria-labelledby={headingId}>
          {rules.data.map((rule) => (
            <Line key={rule.id} rule={rule} onRemove={() => void drop(rule.id)} />
          ))}
        </Box>
      )}
      <ChecklistForm fileTypes={fileTypes} />
    </Section>
  );
}

function Line({ rule: { file_type_name, stage, party }, onRemove }: { rule: ChecklistRule; onRemove: () => void }) {
  const lineId = useId();
  return (
    <Row className={styles.rule ?? ''}>
      <Text component="bdi" fw={550} id={lineId}>
        {file_type_name}
      </Text>
      <Text span fz="sm" c="dimmed">
        {stageLabels[stage]}
      </Text>
      <Text component="bdi" fz="sm" c="dimmed">
        {scopeText(party?.name ?? null)}
      </Text>
      <RowTool icon={IconTrash} label={settingTexts.remove} aboutId={lineId} isDangerous onClick={onRemove} />
    </Row>
  );
}
