import { ActionIcon, Skeleton } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense, lazy, useState } from 'react';
import type { AdminDashboard } from '../dashboards.contract.ts';
import { totalUsersSeries } from '../dashboards.rules.ts';
import { ownTexts, texts } from '../dashboards.texts.ts';
import { Card } from './Card.tsx';
import { Loaded } from './Loaded.tsx';
import { TrendsTable } from './TrendsTable.tsx';
import styles from './TrendsCard.module.css';

// Its code is many times as large as the rest of the page: fetched beside the numbers, and waited for by nothing else.
const drawing = import('./TrendsChart.tsx');
const TrendsChart = lazy(() => drawing.then((file) => ({ default: file.TrendsChart })));

/** One month of both series; without a number of users there is only the first. */
export type TrendMonth = { month: string; files: number; users: number | undefined };

type Props = { dashboard: UseQueryResult<AdminDashboard>; totalUsers: number | undefined };

/** 'Upload Trends (Last 6 Months)', as a chart or, on request, as a table. Source: spec section 2, Admin dashboard. */
export function TrendsCard({ dashboard, totalUsers }: Props) {
  const [asTable, setAsTable] = useState(false);
  const Icon = asTable ? IconChartBar : IconTable;
  const label = asTable ? ownTexts.asChart : ownTexts.asTable;
  return (
    <Card
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
    </Card>
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
            <Suspense fallback={<Shapes />}>
              <TrendsChart months={months} />
            </Suspense>
          </div>
        </>
      )}
      <TrendsTable months={months} isShown={asTable} />
      <p className={styles.note}>{ownTexts.estimate}</p>
    </div>
  );
}

function Loading() {
  return (
    <div className={styles.body}>
      <Skeleton height={14} width={120} mb={18} />
      <Shapes />
      <Skeleton height={12} width="70%" mt="auto" />
    </div>
  );
}

function Shapes() {
  return (
    <div className={styles.shapes}>
      {[38, 46, 58, 64, 80, 92].map((height) => (
        <Skeleton key={height} height={`${height}%`} />
      ))}
    </div>
  );
}

function withUsers(months: AdminDashboard['months'], totalUsers: number | undefined): TrendMonth[] {
  const users = totalUsers === undefined ? [] : totalUsersSeries(totalUsers);
  return months.map((month, place) => ({ ...month, users: users[place] }));
}
