import { Button, Progress, SimpleGrid, Box, Divider, Group, Stack, Text, Title } from '@mantine/core';
import {
  IconArchive,
  IconDatabase,
  IconDeviceFloppy,
  IconFileSearch,
  IconFolder,
  IconMail,
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
import { useSendTestMail } from './system.data.ts';

const counted = (number: number) => number.toLocaleString(locale);

/** One card for each part of the system. */
export function SystemParts({ system, now }: { system: System; now: Date }) {
  return (
    <SimpleGrid minColWidth="min(300px, 100%)">
      {partsOf(system, now).map((part) => (
        <SystemPart key={part.title} {...part} />
      ))}
    </SimpleGrid>
  );
}

function partsOf(system: System, now: Date): Part[] {
  const { database, store, disk, people, extractions, virus_scanner: scanner, mail_in: mailIn } = system;
  const isFull = usedShare(disk) >= fullShare;
  const usedPercent = Math.round(usedShare(disk) * 100);
  return [
    {
      title: texts.server,
      icon: IconServer,
      value: texts.version(system.version),
      facts: [
        [texts.runningFor, formatLength(now.getTime() - Date.parse(system.started_at))],
        [texts.node, system.node],
        [texts.timeZone, system.time_zone],
      ],
    },
    {
      title: texts.database,
      icon: IconDatabase,
      value: database.kind,
      facts: [
        [texts.databaseVersion, database.version],
        [texts.size, formatSize(database.bytes)],
        [texts.answersIn, formatLength(database.answer_ms)],
      ],
    },
    {
      title: texts.store,
      icon: IconFolder,
      tone: store.answer_ms === null ? 'danger' : 'primary',
      value: formatSize(store.bytes),
      facts: [
        [texts.contents, counted(store.files)],
        [store.kind === 'folder' ? texts.folder : texts.bucket, store.location],
        [texts.answersIn, store.answer_ms === null ? texts.noAnswer : formatLength(store.answer_ms)],
      ],
    },
    {
      title: texts.disk,
      icon: IconDeviceFloppy,
      tone: isFull ? 'danger' : 'primary',
      value: texts.diskFree(formatSize(disk.free)),
      remark: <Progress value={usedPercent} {...(isFull && { color: 'red' })} aria-label={texts.disk} />,
      facts: [
        [texts.diskUsed, formatPercent(usedPercent)],
        [texts.diskTotal, formatSize(disk.total)],
      ],
    },
    system.restore_points ? restorePoints(system.restore_points, now) : backup(system.backup, now),
    verification(system, now),
    {
      title: texts.people,
      icon: IconUsers,
      value: texts.peopleCount(people.users),
      facts: [[texts.active, counted(people.active)]],
    },
    {
      title: texts.extractions,
      icon: IconFileSearch,
      value: extractions.waiting === 0 ? texts.nothingWaits : texts.filesWait(extractions.waiting),
      facts: [[texts.unreadable, counted(extractions.failed)]],
    },
    mail(system.mail, now),
    ...(scanner
      ? [
          {
            title: texts.scanner,
            icon: IconVirusSearch,
            tone: scanner.version === null || scanner.infected > 0 ? ('danger' as const) : ('primary' as const),
            value: scanner.waiting === 0 ? texts.nothingWaits : texts.filesWait(scanner.waiting),
            facts: [
              [texts.infected, counted(scanner.infected)],
              [texts.notScannable, counted(scanner.failed)],
              [texts.scannerAnswers, scanner.version ?? texts.noAnswer],
            ] as const,
          },
        ]
      : []),
    ...(mailIn ? [mailbox(mailIn, now)] : []),
  ];
}

function mail(queue: System['mail'], now: Date): Part {
  const part = { title: texts.mail, icon: IconMail };
  if (!queue) return { ...part, tone: 'neutral', value: texts.mailOff, facts: [] };
  const { waiting, oldest_at, failure } = queue;
  const isLate = oldest_at !== null && failure !== null && failure.at > oldest_at;
  return {
    ...part,
    tone: isLate ? 'danger' : 'primary',
    value: waiting === 0 ? texts.noMailWaits : texts.mailsWait(waiting),
    facts: [
      ...(oldest_at === null ? [] : [[texts.oldestMail, relativeTime(oldest_at, now)] as const]),
      [texts.lastMailError, failure ? `${relativeTime(failure.at, now)}: ${failure.reason}` : texts.noMailError],
    ],
    action: <TestMail />,
  };
}

function TestMail() {
  const send = useSendTestMail();
  return (
    <Button variant="default" style={{ alignSelf: 'start' }} loading={send.busy} onClick={() => void send.run({})}>
      {texts.sendTestMail}
    </Button>
  );
}

const mailbox = (
  { mailbox: name, left, read_at, failure, renumbered_at }: NonNullable<System['mail_in']>,
  now: Date,
): Part => ({
  title: texts.mailIn,
  icon: IconMail,
  tone: failure === null ? 'primary' : 'danger',
  value: read_at === null ? texts.never : failure === null ? texts.mailRead(relativeTime(read_at, now)) : texts.failed,
  facts: [
    [texts.mailbox, name],
    [texts.mailsLeft, counted(left)],
    ...(renumbered_at === null ? [] : [[texts.renumbered, formatDateTime(renumbered_at)] as const]),
  ],
});

const backup = (last: System['backup'], now: Date): Part => ({
  title: texts.backup,
  icon: IconArchive,
  tone: last ? 'success' : 'accent',
  value: last ? relativeTime(last.at, now) : texts.never,
  facts: last
    ? [
        [texts.at, formatDateTime(last.at)],
        [texts.size, formatSize(last.bytes)],
        [texts.took, formatLength(last.took_ms)],
        [texts.problems, counted(last.problems)],
      ]
    : [],
});

function restorePoints(points: NonNullable<System['restore_points']>, now: Date): Part {
  const { target, time, last, failure, is_late } = points;
  const ofLast: Part['facts'] = last
    ? [
        [texts.at, formatDateTime(last.at)],
        [texts.contents, texts.lookedAt(last.files, last.bytes)],
        [texts.newFiles, texts.lookedAt(last.new_files, last.new_bytes)],
        [texts.took, formatLength(last.took_ms)],
        [texts.problems, counted(last.problems)],
        [texts.keptPoints, counted(last.kept)],
      ]
    : [];
  return {
    title: texts.restorePoints,
    icon: IconArchive,
    tone: failure || is_late ? 'danger' : 'success',
    value: last ? relativeTime(last.at, now) : texts.never,
    facts: [...ofLast, [texts.schedule, time], [texts.target, target]],
  };
}

function verification({ verify, damaged }: System, now: Date): Part {
  const ofLast: Part['facts'] = verify
    ? [
        [texts.at, `${formatDateTime(verify.at)}, ${verify.by === 'night' ? texts.byNight : texts.byCommand}`],
        [texts.looked, texts.lookedAt(verify.files, verify.bytes)],
        [texts.problems, counted(verify.problems)],
      ]
    : [];
  return {
    title: texts.verify,
    icon: IconShieldCheck,
    tone: damaged > 0 ? 'danger' : verify ? 'success' : 'neutral',
    value: verify ? relativeTime(verify.at, now) : texts.never,
    facts: [...ofLast, [texts.damagedNow, counted(damaged)]],
  };
}

type Part = {
  title: string;
  icon: Icon;
  tone?: Tone;
  /** The main figure, in a word or two. */
  value: ReactNode;
  /** Below the value. */
  remark?: ReactNode;
  facts: readonly (readonly [label: string, value: ReactNode])[];
  /** Below the facts. */
  action?: ReactNode;
};

/** The card of one part of the system: its main figure and further facts. */
function SystemPart({ title, icon: Icon, tone = 'primary', value, remark, facts, action }: Part) {
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
        {action}
      </Stack>
    </Card>
  );
}
