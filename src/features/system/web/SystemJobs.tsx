import { Divider, Group, SimpleGrid, Text } from '@mantine/core';
import type { LastJobRun } from '#features/system/system.contract.ts';
import { formatLength } from '#features/system/system.rules.ts';
import { texts } from '#features/system/system.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { relativeTime } from '#shared/relative-time.ts';
import { Section } from '#web/widgets/Section.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The scheduled jobs with start time, duration and result of their last run. */
export function SystemJobs({ jobs, now }: { jobs: readonly LastJobRun[]; now: Date }) {
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
