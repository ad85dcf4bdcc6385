import { ActionIcon, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { AdminDashboard } from '#features/dashboards/dashboards.contract.ts';
import { totalUsersSeries } from '#features/dashboards/dashboards.rules.ts';
import { ownTexts, texts } from '#features/dashboards/dashboards.texts.ts';
import { locale } from '#shared/format.ts';
import { fetchEarly } from '#web/fetch-early.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { DashboardCard } from '../DashboardCard.tsx';
import { filesOfMonth } from '../files-of.ts';
import { Loaded } from '../Loaded.tsx';
import { TrendsTable } from './TrendsTable.tsx';
import type { TrendMonth } from './TrendsTable.tsx';
import styles from './TrendsCard.module.css';

// The chart library is much larger than the rest of the page. It loads in parallel with the data, and only the chart waits
// for it.
const loadChart = () => import('./TrendsChart.tsx');
fetchEarly(loadChart);
const TrendsChart = lazyPart(() => loadChart().then((file) => file.TrendsChart));

type Props = { dashboard: UseQueryResult<AdminDashboard>; totalUsers: number | undefined };

/**
 * 'Upload Trends (Last 6 Months)', as a chart or, on request, as a table. See docs/specification.md#admin-dashboard.
 */
export function TrendsCard({ dashboard, totalUsers }: Props) {
  const [asTable, setAsTable] = useState(false);
  const Icon = asTable ? IconChartBar : IconTable;
  const label = asTable ? ownTexts.asChart : ownTexts.asTable;
  return (
    <DashboardCard
      title={texts.trends}
      action={
        dashboard.data && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            aria-label={label}
            title={label}
            onClick={() => setAsTable(!asTable)}
          >
            <Icon size={19} stroke={1.7} aria-hidden="true" />
          </ActionIcon>
        )
      }
    >
      <Loaded query={dashboard} loading={<Loading />}>
        {({ months }) => <Trends months={withUsers(months, totalUsers)} asTable={asTable} />}
      </Loaded>
    </DashboardCard>
  );
}

function Trends({ months, asTable }: { months: TrendMonth[]; asTable: boolean }) {
  return (
    <div className={styles.body}>
      {!asTable && (
        <>
          <ul className={styles.legend} aria-hidden="true">
            <li data-series="files">{texts.filesUploaded}</li>
            <li data-series="users">{texts.totalUsers}</li>
          </ul>
          <div className={styles.chart}>
            <Suspense fallback={<Placeholder />}>
              <TrendsChart months={months} />
            </Suspense>
            <ul className={styles.months} aria-label={ownTexts.filesOfMonths}>
              {months.map(({ month, files }) => (
                <li key={month}>
                  <Link to={filesOfMonth(month)}>
                    {shortMonth(month)}
                    <VisuallyHidden>{ownTexts.filesOfMonth(files, month.slice(0, 4))}</VisuallyHidden>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        </>
      )}
      <TrendsTable months={months} isShown={asTable} />
      <p className={styles.note}>
        {months.every(({ files }) => files === 0) && `${ownTexts.noUploads} `}
        {ownTexts.estimate}
      </p>
    </div>
  );
}

function Loading() {
  return (
    <div className={styles.body}>
      <Skeleton height={14} width={120} mb={18} />
      <Placeholder />
      <Skeleton height={12} width="70%" mt="auto" />
    </div>
  );
}

function Placeholder() {
  return (
    <div className={styles.shapes}>
      {[38, 46, 58, 64, 80, 92].map((height) => (
        <Skeleton key={height} height={`${height}%`} />
      ))}
    </div>
  );
}

// The months are in UTC. In another time zone, the first day of a month could be in the previous month.
const shortMonth = (month: string) =>
  new Date(`${month}-01`).toLocaleDateString(locale, { month: 'short', timeZone: 'UTC' });

function withUsers(months: AdminDashboard['months'], totalUsers: number | undefined): TrendMonth[] {
  const users = totalUsers === undefined ? [] : totalUsersSeries(totalUsers);
  return months.map((month, index) => ({ ...month, users: users[index] }));
}
