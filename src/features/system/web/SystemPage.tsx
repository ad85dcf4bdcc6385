import { SimpleGrid, Stack, Divider, Group, Text } from '@mantine/core';
import { IconApi, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { LastJobRun, System } from '#features/system/system.contract.ts';
import { formatLength } from '#features/system/system.rules.ts';
import type { WarningKind } from '#features/system/system.rules.ts';
import { texts, warnings } from '#features/system/system.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { relativeTime } from '#shared/relative-time.ts';
import { Card } from '#web/widgets/Card.tsx';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { IconTile } from '#web/widgets/IconTile.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { Loading, LoadingBox } from '#web/widgets/Loading.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { PartBoundary } from '#web/widgets/PartBoundary.tsx';
import { Section } from '#web/widgets/Section.tsx';
import type { Tone } from '#web/widgets/StatCard.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { systemQuery } from './system.data.ts';
import { SystemParts } from './SystemParts.tsx';
import styles from './SystemWarnings.module.css';

/**
 * The state of the system for administrators: the warnings first, then one card for each part. `leftMails` is shown if there is a
 * mailbox. Our choice.
 */
export function SystemPage({ leftMails }: { leftMails: ReactNode }) {
  const system = useQuery(systemQuery);
  return (
    <>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        actions={
          <>
            <IconButton icon={IconWebhook} to="/webhooks" variant="default">
              {texts.webhooks}
            </IconButton>
            <IconButton icon={IconApi} link={{ href: '/api/docs' }} variant="default">
              {texts.calls}
            </IconButton>
          </>
        }
      />
      {system.data ? (
        <>
          <PartBoundary>
            <SystemWarnings system={system.data} isOutdated={system.isError} />
          </PartBoundary>
          <PartBoundary>
            <SystemParts system={system.data} now={new Date(system.dataUpdatedAt)} />
          </PartBoundary>
          {system.data.mail_in && <PartBoundary>{leftMails}</PartBoundary>}
          <PartBoundary>
            <SystemJobs jobs={system.data.jobs} now={new Date(system.dataUpdatedAt)} />
          </PartBoundary>
        </>
      ) : system.isPending ? (
        <SystemLoading />
      ) : (
        <Card as="section">
          <LoadFailed query={system} title={texts.loadFailed} />
        </Card>
      )}
    </>
  );
}

function SystemLoading() {
  return (
    <Loading label={texts.loading}>
      <Stack>
        <LoadingBox height={72} />
        <SimpleGrid minColWidth="min(300px, 100%)">
          {Array.from({ length: 8 }, (_, part) => (
            <LoadingBox key={part} height={178} lines={4} />
          ))}
        </SimpleGrid>
      </Stack>
    </Loading>
  );
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The scheduled jobs with start time, duration and result of their last run. */
function SystemJobs({ jobs, now }: { jobs: readonly LastJobRun[]; now: Date }) {
  return (
    <Section title={texts.jobs}>
      {jobs.length === 0 && <Text c="dimmed">{texts.noJobs}</Text>}
      <SimpleGrid role="list" minColWidth="min(480px, 100%)" spacing="xl" verticalSpacing={0}>
        {jobs.map(({ name, began_at, took_ms, failed }) => (
          <div key={name} role="listitem">
            <Divider color="var(--line)" />
            <Group justify="space-between" wrap="nowrap" py="xs">
              <div>
                <Text fw={550}>{capitalized(name)}</Text>
                <Text fz="sm" c="dimmed">
                  <time dateTime={began_at} title={formatDateTime(began_at)}>
                    {relativeTime(began_at, now)}
                  </time>
                  {', '}
                  {texts.jobTook(formatLength(took_ms))}
                </Text>
              </div>
              <StateBadge tone={failed ? 'danger' : 'success'}>{failed ? texts.failed : texts.done}</StateBadge>
            </Group>
          </div>
        ))}
      </SimpleGrid>
    </Section>
  );
}

/** The others are dangers. */
const tones: Partial<Record<WarningKind, Tone>> = {
  'open-folder': 'accent',
  'no-backup': 'accent',
  'job-failed': 'accent',
  'no-mail': 'neutral',
};

const icons: Partial<Record<Tone, Icon>> = { success: IconCircleCheck, neutral: IconInfoCircle };

/** The warnings, or a confirmation that there are none. */
function SystemWarnings({ system, isOutdated }: { system: System; isOutdated: boolean }) {
  return (
    <section aria-label={texts.warnings} aria-live="polite">
      <Stack gap="xs" role="list">
        {isOutdated && <Warning tone="danger" title={texts.outdated} advice={texts.outdatedAdvice} />}
        {system.warnings.map((kind) => (
          <Warning key={kind} tone={tones[kind] ?? 'danger'} {...warnings[kind](system)} />
        ))}
        {!isOutdated && system.warnings.length === 0 && (
          <Warning tone="success" title={texts.allWell} advice={texts.allWellAdvice} />
        )}
      </Stack>
    </section>
  );
}

type Props = { tone: Tone; title: string; advice: string };

function Warning({ tone, title, advice }: Props) {
  return (
    <Card role="listitem" className={styles.warning} data-tone={tone}>
      <Group gap="sm" wrap="nowrap" align="flex-start" px="md" py="sm">
        <IconTile icon={icons[tone] ?? IconAlertTriangle} />
        <div>
          <Text fw={650}>{title}</Text>
          <Text fz="sm" c="dimmed">
            {advice}
          </Text>
        </div>
      </Group>
    </Card>
  );
}
