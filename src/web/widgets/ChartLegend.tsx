import { Group } from '@mantine/core';
import styles from './ChartLegend.module.css';

/** The variable of styles/tokens.css with the colour of a series or a slice. The first is 1. */
export const chartColor = (number: number) => `var(--chart-${number})`;

export function Swatch({ color }: { color: string }) {
  return <span className={styles.swatch} style={{ background: color }} aria-hidden="true" />;
}

/** The names of the series of a chart, in the order of their colours. A table has them for screen readers. */
export function ChartLegend({ names }: { names: readonly string[] }) {
  return (
    <Group mb="xs" fz="sm" aria-hidden="true">
      {names.map((name, index) => (
        <Group key={name} gap="xs">
          <Swatch color={chartColor(index + 1)} />
          {name}
        </Group>
      ))}
    </Group>
  );
}
