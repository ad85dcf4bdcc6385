import { IconAlertTriangle, IconCalendarWeek } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Preset } from '#features/containers/container-fields.rules.ts';
import { presetCountQuery } from '#features/containers/web/due-containers.data.ts';
import { localDate } from '#shared/calendar.ts';
import { useNow } from '#web/use-now.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { ownTexts } from '../dashboards.texts.ts';
import styles from './DueLinks.module.css';

const links: { preset: Preset; label: string; hint: string; icon: Icon; tone: string }[] = [
  {
    preset: 'late_now',
    label: ownTexts.lateNow,
    hint: ownTexts.lateNowHint,
    icon: IconAlertTriangle,
    tone: 'danger',
  },
  {
    preset: 'next_7',
    label: ownTexts.dueThisWeek,
    hint: ownTexts.dueThisWeekHint,
    icon: IconCalendarWeek,
    tone: 'primary',
  },
];

const isSameDay = (one: Date, other: Date) => localDate(one) === localDate(other);

/**
 * Each number leads to its rows in the list of containers. A number that cannot be loaded is left out, and both are left
 * out if there are no containers.
 */
export function DueLinks({ placeholder }: { placeholder: ReactNode }) {
  const today = localDate(useNow(60_000, isSameDay));
  const answers = useQueries({ queries: links.map(({ preset }) => presetCountQuery(preset, today)) });
  if (answers.some(({ isPending }) => isPending)) return placeholder;
  const shown = links.flatMap((link, index) => {
    const data = answers[index]?.data;
    return data && data.all > 0 ? [{ ...link, found: data.found }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <nav className={styles.links} aria-label={ownTexts.containers}>
      {shown.map(({ preset, label, hint, icon: LinkIcon, tone, found }) => (
        <Link
          key={preset}
          className={styles.link ?? ''}
          to={`/container-status?${new URLSearchParams({ preset })}`}
          title={hint}
          data-tone={found === 0 ? 'neutral' : tone}
        >
          <span className={styles.icon} aria-hidden="true">
            <LinkIcon size={18} stroke={1.75} />
          </span>
          <span className={styles.label}>
            {label} <span className={styles.unit}>{ownTexts.containers}</span>
          </span>{' '}
          <span className={styles.value}>{found.toLocaleString('en-US')}</span>
        </Link>
      ))}
    </nav>
  );
}
