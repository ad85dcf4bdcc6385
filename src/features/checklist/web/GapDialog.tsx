import { Box, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ComponentType } from 'react';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { gapTexts } from '#features/papers/checklist.texts.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { Form } from '#web/widgets/Form.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { papersQuery } from './checklist.data.ts';
import styles from './GapDialog.module.css';

type EvidenceProps = {
  containerId: number;
  chosen: readonly number[];
  onChange: (fileIds: number[]) => void;
  takesDrops: true;
};

type Props = {
  container: Container;
  status: string;
  opened: boolean;
  busy: boolean;
  error: string | undefined;
  onClose: () => void;
  onProceed: (reason: string, fileIds: number[]) => void;
  EvidenceField: ComponentType<EvidenceProps>;
};

/**
 * Names the missing papers before a status change without them, and asks for a reason. The reason may be left empty.
 * Documents can be chosen or dropped for the entry of the history.
 */
export function GapDialog({ opened, onClose, status, ...rest }: Props) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={gapTexts.title(status)}
      // A click outside must not discard the input; only Escape and 'Cancel' do.
      closeOnClickOutside={false}
    >
      <GapForm status={status} onClose={onClose} {...rest} />
    </Dialog>
  );
}

function GapForm({ container, status, busy, error, onClose, onProceed, EvidenceField }: Omit<Props, 'opened'>) {
  const [reason, setReason] = useState('');
  const [fileIds, setFileIds] = useState<number[]>([]);
  return (
    <Form
      action={{ busy }}
      submit={gapTexts.proceed(status)}
      onCancel={onClose}
      onSubmit={() => onProceed(reason, fileIds)}
    >
      <Box style={{ overflowWrap: 'anywhere' }}>
        <Text fw={550}>
          <bdi>{container.name}</bdi>
        </Text>
        <Text fz="sm" c="dimmed">
          <bdi>{container.container_no}</bdi>
        </Text>
      </Box>
      <MissingPapers containerId={container.id} />
      <Textarea
        label={gapTexts.reason}
        placeholder={gapTexts.reasonPlaceholder}
        value={reason}
        error={error}
        maxLength={2000}
        rows={3}
        data-autofocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <EvidenceField containerId={container.id} chosen={fileIds} onChange={setFileIds} takesDrops />
    </Form>
  );
}

function MissingPapers({ containerId }: { containerId: number }) {
  const { data, isError } = useQuery(papersQuery(containerId));
  if (isError) return <Text fz="sm">{gapTexts.loadFailed}</Text>;
  if (!data) return <LoadingRows rows={2} height={22} />;
  const missing = data.filter(({ is_due }) => is_due);
  if (missing.length === 0) return <Text fz="sm">{gapTexts.nothing}</Text>;
  return (
    <div>
      <Text fz="sm">{gapTexts.intro}</Text>
      <ul className={styles.list} aria-label={gapTexts.intro}>
        {missing.map(({ file_type_id, file_type_name }) => (
          <li key={file_type_id}>
            <bdi>{file_type_name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
