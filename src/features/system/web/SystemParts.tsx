import { Progress, SimpleGrid, Box, Divider, Group, Stack, Text, Title } from '@mantine/core';
import {
  IconArchive,
  IconDatabase,
  IconDeviceFloppy,
  IconFileSearch,
  IconFolder,
  IconServer,
  IconShieldCheck,
  IconUsers,
  IconVirusSearch,
} from '@tabler/icons-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { System } from '#features/system/system.contract.ts';
import { formatLength, fullShare, usedShare } from '#features/system/system.rules.ts';
import { texts } from '#features/system/system.texts.ts';
import { formatDateTime, formatPercent, formatSize, locale } from '#shared/format.ts';
import { relativeTime } from '#shared/relative-time.ts';
import { Card } from '#web/widgets/Card.tsx';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { FactList } from '#web/widgets/FactList.tsx';
import { IconTile } from '#web/widgets/IconTile.tsx';
import type { Tone } from '#web/widgets/StatCard.tsx';

type Props = { system: System; now: Date };

const counted = (number: number) => number.toLocaleString(locale);

/** One card for each part of the system. */
export function SystemParts({ system, now }: Props) {
  const { people, extractions } = system;
  return (
    <SimpleGrid minColWidth="min(300px, 100%)">
      <Server system={system} now={now} />
      <Database {...system.database} />
      <Store {...system.store} />
      <Disk {...system.disk} />
      {system.restore_points ? (
        <RestorePoints points={system.restore_points} now={now} />
      ) : (
        <Backup backup={system.backup} now={now} />
      )}
      <Verify verify={system.verify} damaged={system.damaged} now={now} />
      <SystemPart
        title={texts.people}
        icon={IconUsers}
        value={texts.peopleCount(people.users)}
        facts={[[texts.active, counted(people.active)]]}
      />
      <SystemPart
        title={texts.extractions}
        icon={IconFileSearch}
        value={extractions.waiting === 0 ? texts.nothingWaits : texts.filesWait(extractions.waiting)}
        facts={[[texts.unreadable, counted(extractions.failed)]]}
      />
      {system.virus_scanner && <Scanner {...system.virus_scanner} />}
    </SimpleGrid>
  );
}

function Scanner({ version, waiting, infected, failed }: NonNullable<System['virus_scanner']>) {
  return (
    <SystemPart
      title={texts.scanner}
      icon={IconVirusSearch}
      tone={version === null || infected > 0 ? 'danger' : 'primary'}
      value={waiting === 0 ? texts.nothingWaits : texts.filesWait(waiting)}
      facts={[
        [texts.infected, counted(infected)],
        [texts.notScannable, counted(failed)],
        [texts.scannerAnswers, version ?? texts.noAnswer],
      ]}
    />
  );
}

function Server({ system, now }: Props) {
  return (
    <SystemPart
      title={texts.server}
      icon={IconServer}
      value={texts.version(system.version)}
      facts={[
        [texts.runningFor, formatLength(now.getTime() - Date.parse(system.started_at))],
        [texts.node, system.node],
        [texts.timeZone, system.time_zone],
        [texts.mail, system.mail ? texts.mailOn : texts.mailOff],
      ]}
    />
  );
}

function Database({ kind, version, bytes, answer_ms }: System['database']) {
  return (
    <SystemPart
      title={texts.database}
      icon={IconDatabase}
      value={kind}
      facts={[
        [texts.databaseVersion, version],
        [texts.size, formatSize(bytes)],
        [texts.answersIn, formatLength(answer_ms)],
      ]}
    />
  );
}

function Store({ kind, location, files, bytes, answer_ms }: System['store']) {
  return (
    <SystemPart
      title={texts.store}
      icon={IconFolder}
      tone={answer_ms === null ? 'danger' : 'primary'}
      value={formatSize(bytes)}
      facts={[
        [texts.contents, counted(files)],
        [kind === 'folder' ? texts.folder : texts.bucket, location],
        [texts.answersIn, answer_ms === null ? texts.noAnswer : formatLength(answer_ms)],
      ]}
    />
  );
}

function Disk(disk: System['disk']) {
  const percent = Math.round(usedShare(disk) * 100);
  const isFull = usedShare(disk) >= fullShare;
  return (
    <SystemPart
      title={texts.disk}
      icon={IconDeviceFloppy}
      tone={isFull ? 'danger' : 'primary'}
      value={texts.diskFree(formatSize(disk.free))}
      remark={<Progress value={percent} {...(isFull && { color: 'red' })} aria-label={texts.disk} />}
      facts={[
        [texts.diskUsed, formatPercent(percent)],
        [texts.diskTotal, formatSize(disk.total)],
      ]}
    />
  );
}

function Backup({ backup, now }: { backup: System['backup']; now: Date }) {
  return (
    <SystemPart
      title={texts.backup}
      icon={IconArchive}
      tone={backup ? 'success' : 'accent'}
      value={backup ? relativeTime(backup.at, now) : texts.never}
      facts={
        backup
          ? [
              [texts.at, formatDateTime(backup.at)],
              [texts.size, formatSize(backup.bytes)],
              [texts.took, formatLength(backup.took_ms)],
              [texts.problems, counted(backup.problems)],
            ]
          : []
      }
    />
  );
}

function RestorePoints({ points, now }: { points: NonNullable<System['restore_points']>; now: Date }) {
  const { target, time, last, failure, is_late } = points;
  return (
    <SystemPart
      title={texts.restorePoints}
      icon={IconArchive}
      tone={failure || is_late ? 'danger' : 'success'}
      value={last ? relativeTime(last.at, now) : texts.never}
      facts={[
        ...(last
          ? ([
              [texts.at, formatDateTime(last.at)],
              [texts.contents, texts.lookedAt(last.files, last.bytes)],
              [texts.newFiles, texts.lookedAt(last.new_files, last.new_bytes)],
              [texts.took, formatLength(last.took_ms)],
              [texts.problems, counted(last.problems)],
              [texts.keptPoints, counted(last.kept)],
            ] as const)
          : []),
        [texts.schedule, time],
        [texts.target, target],
      ]}
    />
  );
}

function Verify({ verify, damaged, now }: Pick<System, 'verify' | 'damaged'> & { now: Date }) {
  return (
    <SystemPart
      title={texts.verify}
      icon={IconShieldCheck}
      tone={damaged > 0 ? 'danger' : verify ? 'success' : 'neutral'}
      value={verify ? relativeTime(verify.at, now) : texts.never}
      facts={[
        ...(verify
          ? ([
              [texts.at, `${formatDateTime(verify.at)}, ${verify.by === 'night' ? texts.byNight : texts.byCommand}`],
              [texts.looked, texts.lookedAt(verify.files, verify.bytes)],
              [texts.problems, counted(verify.problems)],
            ] as const)
          : []),
        [texts.damagedNow, counted(damaged)],
      ]}
    />
  );
}

type SystemPartProps = {
  title: string;
  icon: Icon;
  tone?: Tone;
  /** The main figure, in a word or two. */
  value: ReactNode;
  /** Below the value. */
  remark?: ReactNode;
  facts: readonly (readonly [label: string, value: ReactNode])[];
};

/** The card of one part of the system: its main figure and further facts. */
function SystemPart({ title, icon: Icon, tone = 'primary', value, remark, facts }: SystemPartProps) {
  const titleId = useId();
  return (
    <Card as="section" data-tone={tone} aria-labelledby={titleId}>
      <Stack gap="sm" p="md">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <IconTile icon={Icon} />
          <Box miw={0}>
            <Title order={2} id={titleId} fz="sm" fw={400} c="dimmed">
              {title}
            </Title>
            <Text fz="lg" fw={650}>
              {value}
            </Text>
          </Box>
        </Group>
        {remark}
        {facts.length > 0 && (
          <>
            <Divider color="var(--line)" />
            <FactList facts={facts} />
          </>
        )}
      </Stack>
    </Card>
  );
}
