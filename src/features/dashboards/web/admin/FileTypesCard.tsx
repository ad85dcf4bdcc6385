import { Skeleton } from '@mantine/core';
import { IconChartDonut } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { AdminDashboard } from '#features/dashboards/dashboards.contract.ts';
import { slicesOf } from '#features/dashboards/dashboards.rules.ts';
import { ownTexts, texts } from '#features/dashboards/dashboards.texts.ts';
import { texts as filesTexts } from '#features/files/core/files.texts.ts';
import { locale } from '#shared/format.ts';
import { fetchEarly } from '#web/fetch-early.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { DashboardCard } from '../DashboardCard.tsx';
import { Loaded } from '../Loaded.tsx';
import { FileTypesLegend } from './FileTypesLegend.tsx';
import type { NamedSlice } from './FileTypesLegend.tsx';
import styles from './FileTypesCard.module.css';

// The chart library is much larger than the rest of the page. It loads in parallel with the data, and only the chart waits
// for it.
const loadChart = () => import('./FileTypesChart.tsx');
fetchEarly(loadChart);
const FileTypesChart = lazyPart(() => loadChart().then((file) => file.FileTypesChart));

type FileTypeCount = AdminDashboard['file_types'][number];

/** 'File Type Distribution'. See docs/specification.md#admin-dashboard. */
export function FileTypesCard({ dashboard }: { dashboard: UseQueryResult<AdminDashboard> }) {
  return (
    <DashboardCard title={texts.fileTypes}>
      <Loaded query={dashboard} loading={<Placeholder />}>
        {({ file_types }) =>
          file_types.length === 0 ? (
            <div className={styles.empty}>
              <EmptyState icon={IconChartDonut} title={texts.noFileData} />
            </div>
          ) : (
            <Distribution slices={namedSlices(file_types)} />
          )
        }
      </Loaded>
    </DashboardCard>
  );
}

function Distribution({ slices }: { slices: NamedSlice[] }) {
  const files = slices.reduce((sum, slice) => sum + slice.files, 0);
  return (
    <div className={styles.body}>
      <div className={styles.chart}>
        <Suspense fallback={<Skeleton height={200} circle />}>
          <FileTypesChart slices={slices} />
        </Suspense>
        <p className={styles.total} aria-hidden="true">
          <span className={styles.number}>{files.toLocaleString(locale)}</span>
          <span>{ownTexts.filesUnit(files)}</span>
        </p>
      </div>
      <FileTypesLegend slices={slices} files={files} />
    </div>
  );
}

function namedSlices(types: readonly FileTypeCount[]): NamedSlice[] {
  return slicesOf(types).map(({ types: [first, ...more], files }, index) => ({
    key: more.length === 0 ? (first?.id ?? 0) : 0,
    name: more.length > 0 || !first ? ownTexts.otherTypes : (first.name ?? filesTexts.unknownType(first.id)),
    hint: more.length > 0 ? ownTexts.otherTypesHint(more.length + 1) : undefined,
    files,
    color: `var(--slice-${index + 1})`,
  }));
}

function Placeholder() {
  return (
    <div className={styles.body}>
      <div className={styles.chart}>
        <Skeleton height={200} circle />
      </div>
      <div className={styles.rows}>
        {[72, 54, 63, 48, 58, 40].map((width) => (
          <Skeleton key={width} height={14} width={`${width}%`} />
        ))}
      </div>
    </div>
  );
}
