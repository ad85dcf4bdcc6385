import { SimpleGrid, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCalendarWeek,
  IconClockDollar,
  IconFileAlert,
  IconFileSearch,
} from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { Preset, Sort } from '#features/containers/core/container-fields.rules.ts';
import { freeTimeTitle } from '#features/containers/core/free-time.texts.ts';
import { presetCountQuery } from '#features/containers/web/container-figures.data.ts';
import { countsQuery } from '#features/containers/web/containers.data.ts';
import { ownTexts } from '#features/dashboards/dashboards.texts.ts';
import { useMayView } from '#features/session/web/session.data.ts';
import { localDate } from '#shared/calendar.ts';
import { locale } from '#shared/format.ts';
import { productModules } from '#shared/product-modules.ts';
import { useNow } from '#web/use-now.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { LoadingBox } from '#web/widgets/Loading.tsx';
import { StatCard } from '#web/widgets/StatCard.tsx';
import type { Tone } from '#web/widgets/StatCard.tsx';
import { waitingPapersQuery } from './dashboards.data.ts';
import { waitingFiles } from './files-of.ts';

type Link = { to: string; label: string; remark: string; icon: Icon; tone: Tone };

const toContainers = (preset: Preset, sort?: Sort) => ({
  preset,
  to: `/container-status?${new URLSearchParams({ preset, ...(sort && { sort }) })}`,
});

const links: (Link & { preset: Preset; isHiddenAtZero?: boolean })[] = [
  {
    ...toContainers('late_now'),
    label: ownTexts.lateNow,
    remark: ownTexts.lateNowHint,
    icon: IconAlertTriangle,
    tone: 'danger',
  },
  {
    ...toContainers('next_7'),
    label: ownTexts.dueThisWeek,
    remark: ownTexts.dueThisWeekHint,
    icon: IconCalendarWeek,
    tone: 'primary',
  },
  {
    ...toContainers('free_time', 'free_time'),
    label: freeTimeTitle,
    remark: ownTexts.freeTimeHint,
    icon: IconClockDollar,
    tone: 'danger',
    isHiddenAtZero: true,
  },
  {
    ...toContainers('papers_missing'),
    label: ownTexts.papersMissing,
    remark: ownTexts.papersMissingHint,
    icon: IconFileAlert,
    tone: 'accent',
    isHiddenAtZero: true,
  },
];

const waitingPapers: Link = {
  to: waitingFiles,
  label: ownTexts.unmatched,
  remark: ownTexts.unmatchedHint,
  icon: IconFileSearch,
  tone: 'primary',
};

const isSameDay = (one: Date, other: Date) => localDate(one) === localDate(other);

/** The numbers of late containers and of those due this week, for roles that may open the containers. */
export function DueContainers() {
  return useMayView()(productModules.containers) ? <DueLinks /> : null;
}

/**
 * Each number leads to its rows in the list of containers or files. A number that cannot be loaded is left out.
 * Without containers, their numbers are left out. The numbers of missing and of unmatched documents are left out if
 * they are 0. A placeholder of the same height keeps the cards below in place.
 */
function DueLinks() {
  const today = localDate(useNow(60_000, isSameDay));
  const answers = useQueries({ queries: links.map(({ preset }) => presetCountQuery(preset, today)) });
  const waiting = useQuery(waitingPapersQuery);
  const counts = useQuery(countsQuery(today));
  if (waiting.isPending || counts.isPending || answers.some(({ isPending }) => isPending))
    return <LoadingBox height={98} lines={2} />;
  const shown: (Link & { value: string })[] = links.flatMap((link, index) => {
    const found = answers[index]?.data;
    if (found === undefined || counts.data?.all === 0 || (link.isHiddenAtZero && found === 0)) return [];
    return [{ ...link, tone: found === 0 ? 'neutral' : link.tone, value: found.toLocaleString(locale) }];
  });
  if (waiting.data && waiting.data.files > 0) {
    const { files, more } = waiting.data;
    shown.push({ ...waitingPapers, value: more ? ownTexts.moreThan(files) : files.toLocaleString(locale) });
  }
  if (shown.length === 0) return null;
  return (
    <nav aria-label={ownTexts.containers}>
      <SimpleGrid minColWidth="min(150px, 100%)" autoFlow="auto-fit">
        {shown.map(({ to, label, remark, icon, tone, value }) => (
          <StatCard
            key={to}
            {...{ to, label, remark, icon, tone }}
            value={
              <Text span inherit c={tone === 'neutral' ? 'dimmed' : 'var(--tone-text)'}>
                {value}
              </Text>
            }
          />
        ))}
      </SimpleGrid>
    </nav>
  );
}
