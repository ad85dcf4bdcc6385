import { Box, Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { fieldLabels } from '#features/containers/core/container-fields.texts.ts';
import type { ComplaintGroup } from '#features/containers/import/container-import.contract.ts';
import { mayBeEmptied } from '#features/containers/import/import-complaints.rules.ts';
import type { Correction } from '#features/containers/import/import-complaints.rules.ts';
import { requiredFields } from '#features/containers/import/import-fields.rules.ts';
import { importScreenTexts as texts } from '#features/containers/import/import-page.texts.ts';
import { MoreButton } from '#web/widgets/MoreButton.tsx';
import { Row } from '#web/widgets/Row.tsx';
import { CellInput } from './CellInput.tsx';
import styles from '#web/styles/import-steps.module.css';

type Props = {
  groups: readonly ComplaintGroup[];
  onCorrect: (correction: Correction) => void;
};

const maxShown = 10;

/** Equal complaints of all rows, each once, with a correction for all of these rows. */
export function ImportComplaints({ groups, onCorrect }: Props) {
  const [isWhole, setWhole] = useState(false);
  if (groups.length === 0) return null;
  const shown = isWhole ? groups : groups.slice(0, maxShown);
  return (
    <section aria-label={texts.toCorrect}>
      <Title order={3} mb="xs">
        {texts.toCorrect}
      </Title>
      <Box component="ul" m={0} p={0} fz="sm">
        {shown.map((group) => (
          <Complaint key={JSON.stringify([group.field, group.value, group.text])} group={group} onCorrect={onCorrect} />
        ))}
      </Box>
      {shown.length < groups.length && (
        <MoreButton disabled={false} onClick={() => setWhole(true)}>
          {texts.allComplaints(groups.length)}
        </MoreButton>
      )}
    </section>
  );
}

function Complaint({ group, onCorrect }: { group: ComplaintGroup; onCorrect: Props['onCorrect'] }) {
  const { field, value, kind, text, proposals, rows, row } = group;
  const [isEditing, setEditing] = useState(false);
  const correct = (to: string) => {
    setEditing(false);
    if (field) onCorrect({ field, value, to, ...(rows === 1 && { row }) });
  };
  const other = value === null ? texts.enterValue : texts.anotherValue;
  const isRequired = requiredFields.some((one) => one === field);
  return (
    <Row className={styles.import ?? ''} data-kind={kind}>
      <Text span inherit>
        {text}{' '}
        <Text span inherit c="dimmed">
          {rows === 1 ? texts.inRow(row) : texts.inRows(rows)}
        </Text>
      </Text>
      {field && isEditing && (
        <CellInput
          label={texts.valueOf(fieldLabels[field])}
          field={field}
          initial={value ?? ''}
          onApply={correct}
          onCancel={() => setEditing(false)}
        />
      )}
      {field && !isEditing && (
        <Group gap="xs">
          {proposals.map((proposal) => (
            <Button key={proposal.value} size="compact-sm" variant="light" onClick={() => correct(proposal.value)}>
              {texts.use(proposal.label)}
            </Button>
          ))}
          <Button size="compact-sm" variant="default" aria-label={`${other}: ${text}`} onClick={() => setEditing(true)}>
            {other}
          </Button>
          {!isRequired && value !== null && mayBeEmptied(group.code) && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`${texts.leaveEmpty}: ${text}`}
              onClick={() => correct('')}
            >
              {texts.leaveEmpty}
            </Button>
          )}
        </Group>
      )}
    </Row>
  );
}
