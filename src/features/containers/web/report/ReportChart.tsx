import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { reportTexts as texts } from '#features/containers/report/report-page.texts.ts';
import { formatPercent, locale } from '#shared/format.ts';
import styles from './ReportPage.module.css';

export type ReportBar = { label: string; n: number; first?: number | null; last?: number | null };

type Props = {
  label: string;
  bars: readonly ReportBar[];
  series: readonly { name: 'first' | 'last'; label: string }[];
  /** Rows have room for long names. */
  layout: 'columns' | 'rows';
  unit: '%' | '';
  onOpen: (index: number) => void;
};

const rowLabelWidth = 160;

const colors = { first: 'var(--chart-1)', last: 'var(--chart-2)' };

/** The chart only. The table has the numbers and links. A press on a bar opens its containers. */
export function ReportChart({ label, bars, series, layout, unit, onOpen }: Props) {
  const isRows = layout === 'rows';
  return (
    <BarChart
      role="img"
      aria-label={label}
      accessibilityLayer={false}
      maw="100%"
      h={isRows ? 30 + bars.length * (series.length * 16 + 16) : 230}
      // The index makes equal labels distinct.
      data={bars.map((bar, index) => ({ ...bar, index: String(index) }))}
      dataKey="index"
      // Otherwise the label of the top line stands below it.
      barChartProps={{ margin: { top: isRows ? 0 : 8 } }}
      orientation={isRows ? 'vertical' : 'horizontal'}
      series={series.map((one) => ({ ...one, color: colors[one.name] }))}
      valueFormatter={(value) => (unit === '%' ? formatPercent(value) : value.toLocaleString(locale))}
      tickLine="none"
      strokeDasharray="3 4"
      gridColor="var(--line-strong)"
      gridAxis={isRows ? 'y' : 'x'}
      maxBarWidth={isRows ? 14 : 20}
      // A rate of 0% differs from a missing one.
      minBarSize={2}
      barProps={{
        radius: isRows ? [0, 4, 4, 0] : [4, 4, 0, 0],
        cursor: 'pointer',
        isAnimationActive: false,
        onClick: (_, index) => onOpen(index),
      }}
      tooltipProps={{ labelFormatter: (index) => texts.barLabel(labelOf(bars, index), bars[Number(index)]?.n ?? 0) }}
      {...(isRows
        ? {
            yAxisProps: { width: rowLabelWidth, interval: 0, tick: rowTick(bars) },
            xAxisProps: unit === '%' ? { domain: [0, 100] } : { allowDecimals: false },
          }
        : {
            xAxisProps: { height: 40, interval: 0, tick: monthTick(bars) },
            yAxisProps: { width: 50, domain: [0, 100], ticks: [0, 25, 50, 75, 100] },
          })}
    />
  );
}

type Tick = { x: number | string; y: number | string; payload: { value: string | number } };
type TickProps = Tick & { bars: readonly ReportBar[] };

const monthTick = (bars: readonly ReportBar[]) => (tick: Tick) => <MonthTick {...tick} bars={bars} />;
const rowTick = (bars: readonly ReportBar[]) => (tick: Tick) => <RowTick {...tick} bars={bars} />;

const labelOf = (bars: readonly ReportBar[], index: unknown) => bars[Number(index)]?.label ?? '';

/** The month, and the number of containers below it. */
function MonthTick({ x, y, payload, bars }: TickProps) {
  const bar = bars[Number(payload.value)];
  return (
    <text x={x} y={y} dy={12} textAnchor="middle" className={styles.tick}>
      <tspan x={x} data-second={Number(payload.value) % 2 === 1}>
        {bar?.label.slice(0, 3)}
      </tspan>
      <tspan x={x} dy={14} className={styles.tick}>
        {bar?.n.toLocaleString(locale, { notation: 'compact' })}
      </tspan>
    </text>
  );
}

const maxLetters = 22;

function RowTick({ x, y, payload, bars }: TickProps) {
  const name = labelOf(bars, payload.value);
  return (
    <text x={x} y={y} dy={4} textAnchor="end" className={styles.tick}>
      <title>{name}</title>
      {name.length > maxLetters ? `${name.slice(0, maxLetters - 1)}…` : name}
    </text>
  );
}
