import { IconAlertTriangle, IconCalendarWeek, IconFileAlert, IconFileSearch } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { Preset } from '#features/containers/core/container-fields.rules.ts';
import { countsQuery } from '#features/containers/web/containers.data.ts';
import { presetCountQuery } from '#features/containers/web/due-containers.data.ts';
import { ownTexts } from '#features/dashboards/dashboards.texts.ts';
import { waitingTexts } from '#features/dashboards/waiting-papers.texts.ts';
import { localDate } from '#shared/calendar.ts';
import { locale } from '#shared/format.ts';
import { useNow } from '#web/use-now.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { IconTile } from '#web/widgets/IconTile.tsx';
import { waitingPapersQuery } from './dashboards.data.ts';
import { waitingFiles } from './files-of.ts';
import styles from './DueLinks.module.css';

type Link = { to: string; label: string; unit: string; hint: string; icon: Icon; tone: string };

const toContainers = (preset: Preset) => ({
  preset,
  to: `/container-status?${new URLSearchParams({ preset })}`,
  unit: ownTexts.containers,
});

const links: (Link & { preset: Preset; isHiddenAtZero?: boolean })[] = [
  {
    ...toContainers('late_now'),
    label: ownTexts.lateNow,
    hint: ownTexts.lateNowHint,
    icon: IconAlertTriangle,
    tone: 'danger',
  },
  {
    ...toContainers('next_7'),
    label: ownTexts.dueThisWeek,
    hint: ownTexts.dueThisWeekHint,
    icon: IconCalendarWeek,
    tone: 'primary',
  },
  {
    ...toContainers('papers_missing'),
    label: ownTexts.papersMissing,
    hint: ownTexts.papersMissingHint,
    icon: IconFileAlert,
    tone: 'accent',
    isHiddenAtZero: true,
  },
];

const waitingPapers: Link = {
  to: waitingFiles,
  label: waitingTexts.title,
  unit: ownTexts.files,
  hint: waitingTexts.hint,
  icon: IconFileSearch,
  tone: 'primary',
};

const isSameDay = (one: Date, other: Date) => localDate(one) === localDate(other);

/**
 * Each number leads to its rows in the list of containers or files. A number that cannot be loaded is left out.
 * Without containers, their numbers are left out. The numbers of missing and of waiting papers are left out if they
 * are 0.
 */
export function DueLinks({ placeholder }: { placeholder: ReactNode }) {
  const today = localDate(useNow(60_000, isSameDay));
  const answers = useQueries({ queries: links.map(({ preset }) => presetCountQuery(preset, today)) });
  const waiting = useQuery(waitingPapersQuery);
  const counts = useQuery(countsQuery(today));
  if (waiting.isPending || counts.isPending || answers.some(({ isPending }) => isPending)) return placeholder;
  const shown: (Link & { value: string })[] = links.flatMap((link, index) => {
    const found = answers[index]?.data;
    if (found === undefined || counts.data?.all === 0 || (link.isHiddenAtZero && found === 0)) return [];
    return [{ ...link, tone: found === 0 ? 'neutral' : link.tone, value: found.toLocaleString(locale) }];
  });
  if (waiting.data && waiting.data.files > 0) {
    const { files, more } = waiting.data;
    shown.push({ ...waitingPapers, value: more ? waitingTexts.moreThan(files) : files.toLocaleString(locale) });
  }
  if (shown.length === 0) return null;
  return (
    <nav className={styles.links} aria-label={ownTexts.containers}>
      {shown.map(({ to, label, unit, hint, icon: LinkIcon, tone, value }) => (
        <RouterLink key={to} className={styles.link ?? ''} to={to} title={hint} data-tone={tone}>
          <IconTile icon={LinkIcon} size="medium" className={styles.icon} />
          <span className={styles.label}>
            {label} <span className={styles.unit}>{unit}</span>
          </span>{' '}
          <span className={styles.value}>{value}</span>
        </RouterLink>
      ))}
    </nav>
  );
}
