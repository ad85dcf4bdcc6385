import type { AdminDashboard } from './dashboards.contract.ts';

/** Number of files under 'Recent Files Uploaded'. See docs/specification.md#admin-dashboard. */
export const recentFilesShown = 5;

/** Number of teams under 'Team Overview'. See docs/specification.md#admin-dashboard. */
export const teamsShown = 5;

/**
 * Number of uploads, and of downloads, under 'Recent Activity'. See docs/specification.md#personal-dashboard; downloads
 * are our choice.
 */
export const activitiesOfAKind = 4;

/** Months of 'Upload Trends (Last 6 Months)'. */
const trendMonths = 6;

/** Number of colours in the file type chart. See docs/specification.md#admin-dashboard. */
export const chartColors = 10;

/** Returns the last six calendar months including the current one, oldest first, as `yyyy-mm`. In UTC, like the counts. */
export function lastMonths(now: Date): string[] {
  return Array.from({ length: trendMonths }, (_, index) => {
    const monthsAgo = trendMonths - 1 - index;
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1)).toISOString().slice(0, 7);
  });
}

/**
 * The 'Total Users' series, which is synthetic: month i of 0 to 5 shows floor(total × (0.7 + 0.05 i)). Computed in
 * twentieths, because 0.7 + 0.05 × 2 is slightly less than 0.8 in floating point, and 10 users would become 7.
 * See docs/choices.md#dashboard-figures.
 */
export function totalUsersSeries(total: number): number[] {
  return Array.from({ length: trendMonths }, (_, index) => Math.floor((total * (14 + index)) / 20));
}

type FileTypeCount = AdminDashboard['file_types'][number];

export type Slice = { types: FileTypeCount[]; files: number };

/**
 * Returns the slices of the chart, at most one for each colour. Our choice: with more types than colours, the largest nine
 * have their own slice, and the others share one.
 */
export function slicesOf(types: readonly FileTypeCount[]): Slice[] {
  const own = types.length > chartColors ? types.slice(0, chartColors - 1) : types;
  const rest = types.slice(own.length);
  const slices = own.map((type) => ({ types: [type], files: type.files }));
  return rest.length === 0
    ? slices
    : [...slices, { types: rest, files: rest.reduce((sum, type) => sum + type.files, 0) }];
}
