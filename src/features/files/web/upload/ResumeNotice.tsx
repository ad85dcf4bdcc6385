import { Box, Button, Group, Progress, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ownTexts } from '#features/files/core/files.texts.ts';
import { uploadsContract } from '#features/files/upload/resumable-upload.contract.ts';
import type { UnfinishedUpload } from '#features/files/upload/resumable-upload.contract.ts';
import { percent } from '#features/files/upload/upload.rules.ts';
import { formatDateTime, formatSize } from '#shared/format.ts';
import { pickFile } from '#web/pick-files.ts';
import { useAction } from '#web/use-action.ts';
import { Card } from '#web/widgets/Card.tsx';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { Row } from '#web/widgets/Row.tsx';
import { uploadsKey, uploadsQuery } from '../files.data.ts';
import styles from './ResumeNotice.module.css';

type Props = {
  /** Uploads that this page already sends. */
  known: ReadonlySet<string | undefined>;
  onChoose: (file: globalThis.File, upload: UnfinishedUpload) => void;
};

/** Lists unfinished uploads of a closed page or another device, each with buttons to resume or discard it. */
export function ResumeNotice({ known, onChoose }: Props) {
  const headingId = useId();
  const { data = [] } = useQuery(uploadsQuery);
  const uploads = data.filter(({ id }) => !known.has(id));
  if (uploads.length === 0) return null;
  return (
    <Card as="section" className={styles.notice} aria-labelledby={headingId}>
      <Title order={2} fz="md" id={headingId}>
        {ownTexts.resumable(uploads.length)}
      </Title>
      <Text fz="sm" c="dimmed" mb="xs">
        {ownTexts.resumableHint}
      </Text>
      <Box component="ul" m={0} p={0} mah="min(420px, 60vh)" style={{ overflowY: 'auto' }} aria-labelledby={headingId}>
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} onChoose={onChoose} />
        ))}
      </Box>
    </Card>
  );
}

type RowProps = { upload: UnfinishedUpload; onChoose: Props['onChoose'] };

function UploadRow({ upload, onChoose }: RowProps) {
  const { id, filename, size, received, expires_at } = upload;
  const discard = useAction(uploadsContract.remove, {
    done: ownTexts.discarded(filename),
    failed: ownTexts.discardFailed,
    refresh: [uploadsKey],
  });
  const sent = percent(received, size);
  const choose = async () => {
    const file = await pickFile();
    if (file) onChoose(file, upload);
  };
  return (
    <Row className={styles.row ?? ''}>
      <FileIcon name={filename} />
      <Box flex="1 1 200px" miw={0}>
        <Text fw={550} lh={1.35} truncate title={filename}>
          <bdi data-cut>{filename}</bdi>
        </Text>
        <Progress maw={320} my={3} value={sent} size="xs" aria-label={ownTexts.progressOf(filename)} />
        <Text fz="xs" c="dimmed" lh={1.35}>
          {ownTexts.arrivedOf(sent, formatSize(size), formatDateTime(expires_at))}
        </Text>
      </Box>
      <Group gap="xs" ms="auto">
        <Button size="compact-sm" aria-label={ownTexts.chooseAgainFor(filename)} onClick={() => void choose()}>
          {ownTexts.chooseAgain}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={ownTexts.discardOne(filename)}
          loading={discard.busy}
          onClick={() => void discard.run({ id })}
        >
          {ownTexts.discard}
        </Button>
      </Group>
    </Row>
  );
}
