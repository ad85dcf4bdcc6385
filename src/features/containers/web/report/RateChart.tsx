import { Suspense } from 'react';
import type { ComponentProps } from 'react';
import { reportTexts as texts } from '#features/containers/report/report-page.texts.ts';
import { fetchEarly } from '#web/fetch-early.ts';
import { lazyPart } from '#web/lazy-part.ts';
import type { ReportBar, ReportChart as LoadedChart } from './ReportChart.tsx';
import styles from './ReportPage.module.css';

// The chart library loads in parallel with the data.
const loadChart = () => import('./ReportChart.tsx');
fetchEarly(loadChart);
const Chart = lazyPart(() => loadChart().then((file) => file.ReportChart));

/** A chart of the report, with its space until the chart library has loaded. */
export function ReportChart(props: ComponentProps<typeof LoadedChart>) {
  return (
    <Suspense fallback={<div className={styles.chartSpace} />}>
      <Chart {...props} />
    </Suspense>
  );
}

type Props = { title: string; bars: readonly ReportBar[]; layout: 'columns' | 'rows'; onOpen: (index: number) => void };

/** The on-time rates for the first and the last promised date, with a legend. Shows a message if no bar has a rate. */
export function RateChart({ title, bars, layout, onOpen }: Props) {
  const hasRate = bars.some(({ first, last }) => typeof first === 'number' || typeof last === 'number');
  if (!hasRate) return <p className={styles.note}>{texts.noRates}</p>;
  return (
    <>
      <ul className={styles.legend} aria-hidden="true">
        <li data-series="first">{texts.first}</li>
        <li data-series="last">{texts.lastDate}</li>
      </ul>
      <ReportChart
        label={texts.chartOf(title)}
        bars={bars}
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
