import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useNavigate } from 'react-router';
import { ownTexts, texts } from '#features/dashboards/dashboards.texts.ts';
import { locale, nameOfMonth } from '#shared/format.ts';
import { chartColor } from '#web/widgets/ChartLegend.tsx';
import { filesOfMonth } from '../files-of.ts';
import { axisWidth } from './trends-axis.ts';
import type { TrendMonth } from './TrendsTable.tsx';

const whole = (value: number) => value.toLocaleString(locale);
const short = (value: number) => value.toLocaleString(locale, { notation: 'compact' });

const axis = { allowDecimals: false, width: axisWidth, tickFormatter: short };

/** Returns an axis that reaches at least 4, so that small values do not cause fractional ticks. */
const axisFor = (values: (number | undefined)[]) =>
  Math.max(...values.map((value) => value ?? 0)) < 4 ? { ...axis, domain: [0, 4], ticks: [0, 1, 2, 3, 4] } : axis;

/**
 * The chart only. The table shows the numbers. Both series have one axis, so that equal heights are equal numbers. A bar of
 * files opens them; below the chart the name of each month does the same for the keyboard.
 */
export function TrendsChart({ months }: { months: readonly TrendMonth[] }) {
  const navigate = useNavigate();
  const hasUsers = months.some((month) => month.users !== undefined);
  const files = { name: 'files', label: texts.filesUploaded, color: chartColor(1) };
  const users = { name: 'users', label: texts.totalUsers, color: chartColor(2) };
  return (
    <BarChart
      role="img"
      aria-label={ownTexts.trendsChart}
      accessibilityLayer={false}
      h={250}
      // Otherwise the label of the top line stands below it.
      barChartProps={{ margin: { top: 8 } }}
      data={months.map((month) => ({ ...month, month: nameOfMonth(month.month) }))}
      dataKey="month"
      series={hasUsers ? [files, users] : [files]}
      yAxisProps={axisFor(months.flatMap(({ files, users }) => [files, users]))}
      valueFormatter={whole}
      tickLine="none"
      strokeDasharray="3 4"
      gridColor="var(--line-strong)"
      maxBarWidth={26}
      withXAxis={false}
      barProps={({ name }) => ({
        radius: [4, 4, 0, 0],
        ...(name === 'files' && {
          cursor: 'pointer',
          onClick: (_bar, index) => void navigate(filesOfMonth(months[index]?.month ?? '')),
        }),
      })}
    />
  );
}
