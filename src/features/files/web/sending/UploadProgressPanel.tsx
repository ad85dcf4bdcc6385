import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { ownTexts, timeLeft } from '#features/files/core/files.texts.ts';
import { bytesPerSecond, percent, secondsLeft } from '#features/files/upload/upload.rules.ts';
import { formatSize } from '#shared/format.ts';
import type { UploadProgress } from './upload-progress-store.ts';

type Props = { progress: UploadProgress; onCancel: () => void };

/** The whole upload: bytes, speed, time left, and a cancel button. */
export function UploadProgressPanel({ progress, onCancel }: Props) {
  const { sent, total, storedFiles, allFiles } = progress;
  return (
    <Stack gap="xs">
      <Group gap="xs" align="baseline" c="dimmed" fz="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Text span fz="lg" fw={650} c="bright">
          {ownTexts.percent(percent(sent, total))}
        </Text>
        <span>{ownTexts.sentOf(formatSize(sent), formatSize(total))}</span>
        {storedFiles > 0 && <span>{ownTexts.filesOf(storedFiles, allFiles)}</span>}
        <Text span inherit ms="auto">
          {speed(progress)}
        </Text>
      </Group>
      <Progress value={percent(sent, total)} size="lg" animated={!progress.pause} aria-label={ownTexts.progress} />
      <Button variant="default" style={{ alignSelf: 'end' }} onClick={onCancel}>
        {ownTexts.cancelUpload}
      </Button>
    </Stack>
  );
}

function speed({ sent, total, samples, pause }: UploadProgress): string {
  if (pause) return pause === 'paused' ? ownTexts.paused : ownTexts.waitingForNetwork;
  if (sent >= total) return ownTexts.finishing;
  const speed = bytesPerSecond(samples);
  const seconds = secondsLeft(total - sent, speed);
  if (speed === undefined || seconds === undefined) return '';
  return `${ownTexts.speed(formatSize(Math.round(speed)))} · ${timeLeft(seconds)}`;
}
