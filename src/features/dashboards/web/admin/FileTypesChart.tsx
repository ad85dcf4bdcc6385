import '@mantine/charts/styles.layer.css';
import { DonutChart } from '@mantine/charts';
import { ownTexts } from '#features/dashboards/dashboards.texts.ts';
import { locale } from '#shared/format.ts';
import type { NamedSlice } from './FileTypesCard.tsx';
import styles from './charts.module.css';

/** The chart only. The legend beside it shows the numbers. */
export function FileTypesChart({ slices }: { slices: readonly NamedSlice[] }) {
  return (
    <DonutChart
      role="img"
      aria-label={ownTexts.typesChart}
      accessibilityLayer={false}
      classNames={{ tooltip: styles.tooltip, tooltipItemName: styles.tooltipName }}
      data={slices.map(({ name, files, color }) => ({ name, value: files, color }))}
      startAngle={90}
      endAngle={-270}
      size={196}
      // The radius of the ring is in pixels. Mantine's box around it would grow with the letters.
      w="196px"
      h="196px"
      miw={0}
      mih={0}
      thickness={30}
      strokeWidth={2}
      strokeColor="var(--surface)"
      tooltipDataSource="segment"
      valueFormatter={(files) => files.toLocaleString(locale)}
    />
  );
}
