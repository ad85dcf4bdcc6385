import { ActionIcon, Anchor, SimpleGrid, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
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
import { ChartLegend } from '#web/widgets/ChartLegend.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { filesOfMonth } from '../files-of.ts';
import { Loaded } from '../Loaded.tsx';
import { axisWidth } from './trends-axis.ts';
import { TrendsTable } from './TrendsTable.tsx';
import type { TrendMonth } from './TrendsTable.tsx';
import styles from './charts.module.css';

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
    <Section
      title={texts.trends}
      className={styles.card ?? ''}
      actions={
        dashboard.data && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            my={-6}
            aria-label={label}
            title={label}
            onClick={() => setAsTable(!asTable)}
          >
            <Icon size={19} stroke={1.7} aria-hidden="true" />
          </ActionIcon>
        )
      }
    >
      <Loaded query={dashboard} loading={<Skeleton height={340} />}>
        {({ months }) => <Trends months={withUsers(months, totalUsers)} asTable={asTable} />}
      </Loaded>
    </Section>
  );
}

function Trends({ months, asTable }: { months: TrendMonth[]; asTable: boolean }) {
  return (
    <Stack gap="xs" mih={340}>
      {!asTable && (
        <>
          <ChartLegend names={[texts.filesUploaded, texts.totalUsers]} />
          <Suspense fallback={<Skeleton height={250} />}>
            <TrendsChart months={months} />
          </Suspense>
          {/* One column for each month of the chart, beside its vertical axis. */}
          <SimpleGrid
            cols={months.length}
            spacing={0}
            ps={`${axisWidth}px`}
            role="group"
            aria-label={ownTexts.filesOfMonths}
          >
            {months.map(({ month, files }) => (
              <Anchor
                key={month}
                component={Link}
                to={filesOfMonth(month)}
                display="block"
                py="xs"
                fz="xs"
                c="dimmed"
                ta="center"
              >
                {shortMonth(month)}
                <VisuallyHidden>{ownTexts.filesOfMonth(files, month.slice(0, 4))}</VisuallyHidden>
              </Anchor>
            ))}
          </SimpleGrid>
        </>
      )}
      <TrendsTable months={months} isShown={asTable} />
      <Text fz="xs" c="dimmed" mt="auto">
        {months.every(({ files }) => files === 0) && `${ownTexts.noUploads} `}
        {ownTexts.estimate}
      </Text>
    </Stack>
  );
}

// The months are in UTC. In another time zone, the first day of a month could be in the previous month.
const shortMonth = (month: string) =>
  new Date(`${month}-01`).toLocaleDateString(locale, { month: 'short', timeZone: 'UTC' });

function withUsers(months: AdminDashboard['months'], totalUsers: number | undefined): TrendMonth[] {
  const users = totalUsers === undefined ? [] : totalUsersSeries(totalUsers);
  return months.map((month, index) => ({ ...month, users: users[index] }));
}
