import { Center, Flex, Skeleton, Stack, Text, Anchor, Group } from '@mantine/core';
import { IconChartDonut } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'react-router';
import type { AdminDashboard } from '#features/dashboards/dashboards.contract.ts';
import { slicesOf } from '#features/dashboards/dashboards.rules.ts';
import { ownTexts, texts } from '#features/dashboards/dashboards.texts.ts';
import { texts as filesTexts } from '#features/files/core/files.texts.ts';
import { locale } from '#shared/format.ts';
import { fetchEarly } from '#web/fetch-early.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { chartColor, Swatch } from '#web/widgets/ChartLegend.tsx';
import { DataTable } from '#web/widgets/DataTable.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { filesOfType } from '../files-of.ts';
import { Loaded } from '../Loaded.tsx';
import styles from './charts.module.css';

// The chart library is much larger than the rest of the page. It loads in parallel with the data, and only the chart waits
// for it.
const loadChart = () => import('./FileTypesChart.tsx');
fetchEarly(loadChart);
const FileTypesChart = lazyPart(() => loadChart().then((file) => file.FileTypesChart));

/** The height of the chart beside it. */
const bodyHeight = 340;
const chartSize = 200;

type FileTypeCount = AdminDashboard['file_types'][number];

/** 'File Type Distribution'. See docs/specification.md#admin-dashboard. */
export function FileTypesCard({ dashboard }: { dashboard: UseQueryResult<AdminDashboard> }) {
  return (
    <Section title={texts.fileTypes} className={styles.card ?? ''}>
      <Loaded query={dashboard} loading={<Skeleton height={bodyHeight} />}>
        {({ file_types }) =>
          file_types.length === 0 ? (
            <Center mih={bodyHeight}>
              <EmptyState icon={IconChartDonut} title={texts.noFileData} />
            </Center>
          ) : (
            <Distribution slices={namedSlices(file_types)} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Distribution({ slices }: { slices: NamedSlice[] }) {
  const files = slices.reduce((sum, slice) => sum + slice.files, 0);
  return (
    <Flex direction={{ base: 'column', xs: 'row' }} gap="lg" align="center" mih={bodyHeight}>
      <Center pos="relative" flex="none" w={`${chartSize}px`} h={`${chartSize}px`}>
        <Suspense fallback={<Skeleton height={chartSize} circle />}>
          <FileTypesChart slices={slices} />
          {/* Inside of the ring, whose slices show their names to a pointer. */}
          <Stack
            gap={0}
            pos="absolute"
            inset={50}
            align="center"
            justify="center"
            fz="sm"
            c="dimmed"
            aria-hidden="true"
          >
            <Text span fz="xl" fw={650} lh={1.25} c="var(--ink)">
              {files.toLocaleString(locale)}
            </Text>
            {ownTexts.filesUnit(files)}
          </Stack>
        </Suspense>
      </Center>
      <FileTypesLegend slices={slices} files={files} />
    </Flex>
  );
}

function namedSlices(types: readonly FileTypeCount[]): NamedSlice[] {
  return slicesOf(types).map(({ types: [first, ...more], files }, index) => ({
    key: more.length === 0 ? (first?.id ?? 0) : 0,
    name: more.length > 0 || !first ? ownTexts.otherTypes : (first.name ?? filesTexts.unknownType(first.id)),
    hint: more.length > 0 ? ownTexts.otherTypesHint(more.length + 1) : undefined,
    files,
    color: chartColor(index + 1),
  }));
}

/** A slice with its name and colour. */
export type NamedSlice = { key: number; name: string; hint: string | undefined; files: number; color: string };

/**
 * The legend with name and count of each slice. A name opens the files of its type. It is a table, so that screen readers get all
 * data of the chart.
 */
function FileTypesLegend({ slices, files }: { slices: readonly NamedSlice[]; files: number }) {
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
