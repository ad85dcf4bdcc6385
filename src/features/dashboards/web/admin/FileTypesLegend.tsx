import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { ownTexts, texts } from '#features/dashboards/dashboards.texts.ts';
import { locale } from '#shared/format.ts';
import { Swatch } from '#web/widgets/ChartLegend.tsx';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { filesOfType } from '../files-of.ts';
import styles from './charts.module.css';

/** A slice with its name and colour. */
export type NamedSlice = { key: number; name: string; hint: string | undefined; files: number; color: string };

/**
 * The legend with name and count of each slice. A name opens the files of its type. It is a table, so that screen readers get all
 * data of the chart.
 */
export function FileTypesLegend({ slices, files }: { slices: readonly NamedSlice[]; files: number }) {
  return (
    <DataTable
      look="numbers"
      caption={texts.fileTypes}
      headings={[ownTexts.fileType, ownTexts.files, ownTexts.share]}
      className={styles.legend}
    >
      {slices.map((slice) => (
        <tr key={slice.key}>
          <th scope="row" title={slice.name}>
            <Group gap="xs" wrap="nowrap">
              <Swatch color={slice.color} />
              <Text component="bdi" inherit lineClamp={2}>
                {slice.key > 0 ? (
                  <Anchor component={Link} to={filesOfType(slice.key)} inherit c="inherit">
                    {slice.name}
                  </Anchor>
                ) : (
                  slice.name
                )}
                {slice.hint && (
                  <Text span inherit c="dimmed">
                    {` ${slice.hint}`}
                  </Text>
                )}
              </Text>
            </Group>
          </th>
          <td>{slice.files.toLocaleString(locale)}</td>
          <td>{ownTexts.percent(slice.files / files)}</td>
        </tr>
      ))}
    </DataTable>
  );
}
