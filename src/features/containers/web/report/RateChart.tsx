import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import type { ComponentProps } from 'react';
import type { Rate } from '#features/containers/report/container-report.contract.ts';
import { percentOf } from '#features/containers/report/container-report.rules.ts';
import { reportTexts as texts } from '#features/containers/report/report-page.texts.ts';
import { fetchEarly } from '#web/fetch-early.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { ChartLegend } from '#web/widgets/ChartLegend.tsx';
import type { ReportChart as LoadedChart } from './ReportChart.tsx';

// The chart library loads in parallel with the data.
const loadChart = () => import('./ReportChart.tsx');
fetchEarly(loadChart);
const Chart = lazyPart(() => loadChart().then((file) => file.ReportChart));

/** A chart of the report, with its space until the chart library has loaded. */
export function ReportChart(props: ComponentProps<typeof LoadedChart>) {
  return (
    <Suspense fallback={<Skeleton height={230} />}>
      <Chart {...props} />
    </Suspense>
  );
}

type Props = {
  title: string;
  rates: readonly { label: string; rate: Rate }[];
  layout: 'columns' | 'rows';
  onOpen: (index: number) => void;
};

const shareOf = (onTime: number | null, n: number) => (onTime === null ? null : percentOf(onTime, n));

/** The on-time rates for the first and the last promised date, with a legend. */
export function RateChart({ title, rates, layout, onOpen }: Props) {
  return (
    <>
      <ChartLegend names={[texts.first, texts.lastDate]} />
      <ReportChart
        label={texts.chartOf(title)}
        bars={rates.map(({ label, rate: { n, first_on_time, last_on_time } }) => ({
          label,
          n,
          first: shareOf(first_on_time, n),
          last: shareOf(last_on_time, n),
        }))}
        series={[
          { name: 'first', label: texts.onTimeFirst },
          { name: 'last', label: texts.onTimeLast },
        ]}
        layout={layout}
        unit="%"
        onOpen={onOpen}
      />
    </>
  );
}
